import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** For the tests of a package, where its script names this file, as for those of all when run at the root. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
    globalSetup: [
      fileURLToPath(new URL('packages/db/src/testing/global-setup.ts', import.meta.url)),
    ],
    passWithNoTests: false,
    // The files of a package share what they import, which else takes a third of the time; none changes a global for another.
    isolate: false,
    // Nothing is measured by them: they end what hangs, on machines busy with other work, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
