/**
 * Tests that compare documents and tables with the code. A new procedure, field,
 * table, setting or reason needs a line in them.
 */
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

const types = [
  'tsconfig.json',
  'apps/admin/tsconfig.json',
  'examples/frontend/tsconfig.json',
];

/** Threads that check beside each other check shared types again: twice the CPU, no faster. */
const tsc = 'tsc --singleThreaded';

/** The parts of `npm run check` and their commands, longest first. */
export const parts = [
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'types', command: types.map((project) => `${tsc} -p ${project}`).join(' && ') },
  { name: 'documents', command: `vitest run ${staticTests.join(' ')}` },
  { name: 'layers', command: 'npm run -s layers' },
  {
    name: 'migrations',
    command: `cd packages/db && mikro-orm migration:check --config ./mikro-orm.config.ts ||
      { echo 'npm run migration:create -- --name NAME writes it'; false; }`,
  },
  { name: 'dead-code', command: 'knip --no-config-hints' },
  { name: 'commands', command: 'node tools/documents/src/main.ts --plan' },
  { name: 'format', command: 'oxfmt --check .' },
];
