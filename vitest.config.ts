import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: [
      'packages/**/src/**/*.test.ts',
      'apps/admin/src/**/*.test.ts',
      'apps/api/src/**/*.test.ts',
      'tools/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', '**/*.browser.test.ts'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    passWithNoTests: false,
    // For machines busy with other work; on an idle one no test takes two seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
});
