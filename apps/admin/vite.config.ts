import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

/** Where the service of `npm run dev` listens. */
const api = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

const pages = /\/src\/(frame|routes\/(?!.*dialog).+)\.tsx$/;

/** The pages that load a module at once. */
function pagesWith(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): Set<string> {
  const info = seen.has(id) ? null : context.getModuleInfo(id);
  seen.add(id);
  const self =
    pages.test(id) &&
    info?.dynamicImporters.some((by) => /\/(root|router)\.tsx$/.test(by));
  const importers = info?.importers ?? [];
  return new Set([
    ...(self ? [id] : []),
    ...importers.flatMap((by) => [...pagesWith(by, context, seen)]),
  ]);
}

/**
 * Modules of the frame or of several pages are one chunk, because each request
 * costs a kilobyte of headers. Modules of the sign-in are another chunk, without
 * the code of dialogs. Modules of both pages of users are a third, because only
 * admins need it.
 */
const chunkOf = (id: string, context: Rolldown.ChunkingContext) => {
  const [page, ...others] = pagesWith(id, context);
  if (others.length > 0 && [page, ...others].every((one) => one?.includes('/users/'))) {
    return 'user';
  }
  if (others.length > 0 || page?.endsWith('/frame.tsx')) {
    return 'shell';
  }
  return page?.includes('/sign-in/') ? 'sign-in' : null;
};

export default defineConfig({
  base: '/admin/',
  plugins: [react(), tailwindcss()],
  build: {
    // The content security policy allows fonts only from files, not from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 2 },
            { name: chunkOf, test: /\/src\/|virtual|lucide/, priority: 1 },
            {
              name: 'parts',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 20_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/trpc': api, '/dev': api } },
});
