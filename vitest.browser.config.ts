import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LineAPackage, LongestFirst } from './packages/testing/src/by-package.ts';

const candidates = [
  process.env['CHROMIUM_PATH'],
  // The same engine without a window. It takes little more than half of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium(): string {
  const path = candidates.find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
  if (path !== undefined) return path;
  process.stderr.write(
    'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to its executable.\n',
  );
  return process.exit(1);
}

/** The tests find the browser's executable in `CHROMIUM_PATH`. */
export default defineConfig({
  test: {
    environment: 'node',
    // `npm run pack -- examples` runs those of the examples, on packed packages.
    include: ['packages/**/*.browser.test.ts', 'apps/**/*.browser.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: [
      'packages/db/src/testing/global-setup.ts',
      'apps/admin/src/testing/build-app.ts',
    ],
    env: { CHROMIUM_PATH: findChromium() },
    passWithNoTests: false,
    reporters: ['minimal', new LineAPackage()],
    sequence: { sequencer: LongestFirst },
    // Test files share imported modules and a browser, as in vitest.config.ts.
    isolate: false,
    // While two browsers paint, the third one's page waits for the service. With two
    // workers a fifth of two cores was idle.
    maxWorkers: 3,
    // Long, as in vitest.config.ts.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // On a busy machine a page may be late. A line `RETRIED` names each test that
    // needed a second try.
    retry: 1,
    expect: { poll: { timeout: 60_000 } },
  },
});
