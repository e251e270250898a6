import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LineAPackage } from './packages/testing/src/by-package.ts';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** For the copied examples' tests, in and outside of the browser. */
export default defineConfig({
  test: {
    include: ['examples/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: [path('./packages/db/src/testing/global-setup.ts')],
    reporters: ['default', new LineAPackage()],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: 1,
  },
});
