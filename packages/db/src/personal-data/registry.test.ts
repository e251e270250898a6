import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from '../database.ts';
import { personalData, type PersonalData } from './registry.ts';
import { columnName } from '../property-names.ts';
import { useTestDatabase } from '../testing.ts';

const database = useTestDatabase();

async function readColumns(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(text)}`.execute(
    statements(database().orm.em),
  );
  return rows.map(({ name }) => name).toSorted();
}

const entries = Object.entries(personalData).flatMap(([table, columns]) =>
  Object.entries<PersonalData>(columns).map(([property, data]) => ({
    table,
    name: `${table}.${columnName(property)}`,
    data,
  })),
);

const namesWhere = (holds: (column: (typeof entries)[number]) => boolean) =>
  entries
    .filter(holds)
    .map(({ name }) => name)
    .toSorted();

/** Columns that name a user, and what becomes of them when the user is deleted. */
const references = (rule: string) => `
  select kcu.table_name || '.' || kcu.column_name as name
  from information_schema.referential_constraints rc
  join information_schema.key_column_usage kcu using (constraint_schema, constraint_name)
  join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
  where ccu.table_name = 'users' and rc.delete_rule = '${rule}'
`;

describe('what is said of personal data', () => {
  it('is said of every column that the database has, and of no other', async () => {
    const columns = await readColumns(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name <> 'mikro_orm_migrations'
    `);
    const said = namesWhere(() => true);
    const lacking = columns.filter((name) => !said.includes(name));
    const tooMany = said.filter((name) => !columns.includes(name));
    expect([
      ...lacking.map((name) => `packages/db/src/personal-data/registry.ts lacks ${name}`),
      ...tooMany.map(
        (name) =>
          `packages/db/src/personal-data/registry.ts has ${name}, a column of no table`,
      ),
    ]).toEqual([]);
  });

  it('is that a user is cleared where the database sets null', async () => {
    const isCleared = ({ data }: (typeof entries)[number]) =>
      data.personal && data.erased === 'cleared';
    expect(namesWhere(isCleared)).toEqual(await readColumns(references('SET NULL')));
  });

  it('is that a row goes with its user where the database deletes it', async () => {
    const cascading = await readColumns(references('CASCADE'));
    const tables = new Set(cascading.map((name) => name.split('.')[0]));
    const staying = namesWhere(
      ({ table, data }) =>
        tables.has(table) && data.personal && data.erased !== 'with the row',
    );
    expect(tables.size).toBeGreaterThan(0);
    expect(staying).toEqual([]);
  });
});
