import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LineAPackage, LongestFirst } from './packages/testing/src/by-package.ts';

/** For the tests of all packages in one run, and for those that are named: `npx vitest run packages/db`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts'],
    globalSetup: [
      fileURLToPath(new URL('packages/db/src/testing/global-setup.ts', import.meta.url)),
    ],
    passWithNoTests: false,
    reporters: ['minimal', new LineAPackage()],
    sequence: { sequencer: LongestFirst },
    // A machine of two cores has two files under way, not one.
    maxWorkers: 2,
    // The files of a package share what they import, which else takes a third of the time; none changes a global for another.
    isolate: false,
    // Nothing is measured by them: they end what hangs, on machines busy with other work, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
