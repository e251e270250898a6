import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const appRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Builds the current app once for all test files. The service then serves it. */
export default async function buildApp(): Promise<void> {
  const before = process.env['NODE_ENV'];
  // Vitest's value would build the development version of React.
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
