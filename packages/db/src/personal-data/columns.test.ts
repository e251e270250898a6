import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { statements } from '../database.ts';
import { columnName } from '../property-names.ts';
import { useTestDatabase } from '../testing.ts';
import { type Column, describedColumns, exportedProperties } from './columns.ts';
import { exportedTables } from './export.ts';

const database = useTestDatabase();

async function readColumns(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`${sql.raw(text)}`.execute(
    statements(database().orm.em),
  );
  return rows.map(({ name }) => name).toSorted();
}

const nameOf = ({ table, property }: Column) => `${table}.${columnName(property)}`;

const namesWhere = (holds: (column: Column) => boolean) =>
  describedColumns.filter(holds).map(nameOf).toSorted();

/** Foreign keys to users with this rule on deletion. */
const references = (rule: string) => `
  select kcu.table_name || '.' || kcu.column_name as name
  from information_schema.referential_constraints rc
  join information_schema.key_column_usage kcu using (constraint_schema, constraint_name)
  join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
  where ccu.table_name = 'users' and rc.delete_rule = '${rule}'
`;

const entityFolder = new URL('../entities/', import.meta.url);

/** The file whose entity has the table. */
async function fileOf(table: string): Promise<string> {
  for (const name of await readdir(entityFolder)) {
    const text = await readFile(new URL(name, entityFolder), 'utf8');
    if (text.includes(`tableName: '${table}'`)) return `packages/db/src/entities/${name}`;
  }
  return 'packages/db/src/entities';
}

const missingLine = async ({ table, property }: Column): Promise<string> =>
  `${await fileOf(table)} lacks \`${property}: personal(…, exported, erased)\` or \`${property}: impersonal(…)\``;

describe('the declaration of personal data', () => {
  it('exists for each property of each entity', async () => {
    const silent = describedColumns.filter(
      ({ personalData }) => personalData === undefined,
    );
    expect(await Promise.all(silent.map(missingLine))).toEqual([]);
  });

  it('exists for each column of the database, and for no other', async () => {
    const columns = await readColumns(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name <> 'mikro_orm_migrations'
    `);
    const said = namesWhere(() => true);
    const lacking = columns.filter((name) => !said.includes(name));
    const tooMany = said.filter((name) => !columns.includes(name));
    expect([
      ...lacking.map((name) => `packages/db/src/entities has no property for ${name}`),
      ...tooMany.map(
        (name) => `npm run migration:create -- --name NAME must create ${name}`,
      ),
    ]).toEqual([]);
  });

  it('agrees with the tables in export.ts', () => {
    const tables = new Set(describedColumns.map(({ table }) => table));
    const lacking = [...tables].filter(
      (table) => exportedProperties(table).length > 0 && !exportedTables.has(table),
    );
    expect(
      lacking.map(
        (table) => `packages/db/src/personal-data/export.ts lacks a line for '${table}'`,
      ),
    ).toEqual([]);
  });

  it('says cleared if the database or an erasure sets null', async () => {
    const isCleared = ({ personalData }: Column) =>
      personalData?.isPersonal === true && personalData.erased === 'cleared';
    const byDatabase = await readColumns(references('SET NULL'));
    const byErasure = ['note', 'owner_ids', 'private_note'].map(
      (column) => `waiting_acts.${column}`,
    );
    expect(namesWhere(isCleared)).toEqual([...byDatabase, ...byErasure].toSorted());
  });

  it('says deleted if the database deletes the row with its user', async () => {
    const cascading = await readColumns(references('CASCADE'));
    const tables = new Set(cascading.map((name) => name.split('.')[0]));
    const staying = namesWhere(
      ({ table, personalData }) =>
        tables.has(table) &&
        personalData?.isPersonal === true &&
        !['deleted', 'cleared'].includes(personalData.erased),
    );
    expect(tables.size).toBeGreaterThan(0);
    expect(staying).toEqual([]);
  });
});
