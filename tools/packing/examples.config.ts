import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** For the copied examples' tests, in and outside of the browser. */
export default defineConfig({
  test: {
    include: ['examples/**/*.test.ts'],
    exclude: ['**/node_modules/**'],
    globalSetup: [path('../../packages/db/src/testing/global-setup.ts')],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 1,
  },
});
