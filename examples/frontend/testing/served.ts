import { fileURLToPath } from 'node:url';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

export type ServedFrontend = { address: string; close: () => Promise<void> };

/** Builds the frontend for the service at `origin` and serves it at another origin. */
export async function serveFrontend(origin: string): Promise<ServedFrontend> {
  const outDir = await mkdtemp(join(tmpdir(), 'namecard-frontend-'));
  await build({
    root,
    logLevel: 'error',
    define: { 'import.meta.env.VITE_NAMECARD_URL': JSON.stringify(origin) },
    build: { outDir, emptyOutDir: true },
  });
  const server = await preview({
    root,
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0, strictPort: true },
  });
  const [address = ''] = server.resolvedUrls?.local ?? [];
  return {
    address,
    close: async () => {
      await server.close();
      await rm(outDir, { recursive: true });
    },
  };
}
