import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LineAPackage, LongestFirst } from './packages/testing/src/by-package.ts';

const path = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Runs the tests of all packages, or of some: `npm test -- packages/db`. */
export default defineConfig({
  test: {
    environment: 'node',
    include: ['**/*.test.ts'],
    // `npm run pack -- examples` runs those of the examples, on packed packages.
    exclude: ['**/node_modules/**', '**/dist/**', '**/*.browser.test.ts', 'examples/**'],
    globalSetup: [
      path('packages/db/src/testing/global-setup.ts'),
      path('packages/db/src/testing/statements/global-setup.ts'),
    ],
    setupFiles: [path('packages/db/src/testing/statements/record.ts')],
    passWithNoTests: false,
    reporters: ['minimal', new LineAPackage()],
    sequence: { sequencer: LongestFirst },
    // Two cores run three files at a time: many tests only wait.
    maxWorkers: 3,
    // With room for more young objects V8 moves fewer into the old space: a tenth less CPU.
    // Files share modules, so most objects stay. V8 marked them again and again, which took
    // a fifteenth of all CPU. Now it begins at a gigabyte.
    execArgv: ['--max-semi-space-size=64', '--initial-old-space-size=1024'],
    // Test files share imported modules, which saves a third of the time. So no
    // file may change a global for another.
    isolate: false,
    // Long, because machines may be busy. They only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A line `RETRIED` names each test that needed a second try. It is a fault of this
    // week, but it does not hold up what else is ready.
    retry: 1,
    // So the line says what differed, and not only that something did.
    chaiConfig: { truncateThreshold: 500 },
    expect: { poll: { timeout: 60_000 } },
  },
});
