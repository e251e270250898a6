/** Tests that fail while a new procedure, field, table, setting or reason lacks a line somewhere. */
export const staticTests = [
  'apps/api/src/tests/access-matrix.test.ts',
  'apps/api/src/tests/documents.test.ts',
  'apps/api/src/faces/errors-page.test.ts',
  'apps/api/src/settings/table.test.ts',
  'packages/contract/src/described.test.ts',
  'packages/contract/src/drift.test.ts',
  'packages/contract/src/lint.test.ts',
  'packages/db/src/personal-data/columns.test.ts',
  'packages/db/src/personal-data/page.test.ts',
];

/** What `npm run check` looks at, each with the commands that must succeed. The longest stand first. */
export const parts: readonly { name: string; commands: readonly string[] }[] = [
  { name: 'lint', commands: ['npm run -s lint'] },
  { name: 'types', commands: ['npm run -s types'] },
  {
    name: 'documents, access matrix, descriptions, personal data',
    commands: [`vitest run ${staticTests.join(' ')}`],
  },
  { name: 'layers', commands: ['npm run -s layers'] },
  { name: 'migrations', commands: ['npm run -s migration:check'] },
  { name: 'dead code', commands: ['npm run -s dead-code'] },
  { name: 'format', commands: ['npm run -s format:check'] },
];
