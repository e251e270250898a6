import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const appRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the app as it is now, once for all test files: what is tested is what the service serves. */
export default async function buildApp(): Promise<void> {
  const before = process.env['NODE_ENV'];
  // Vitest’s own would build React as it is for developers.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      root: appRoot,
      configFile: join(appRoot, 'vite.config.ts'),
      logLevel: 'error',
    });
    await import('../../finish-build.ts');
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
