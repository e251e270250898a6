import type { InferKyselyDB } from '@mikro-orm/sql';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { entities } from './entities.ts';
import { propertyNames } from './property-names.ts';

/** Columns have the names of the entities' properties. */
export type Database = InferKyselyDB<
  (typeof entities)[number],
  { columnNamingStrategy: 'property' }
>;

/** A row of a table, or some of its columns. */
export type RowOf<
  Table extends keyof Database,
  Column extends keyof Selectable<Database[Table]> = keyof Selectable<Database[Table]>,
> = Pick<Selectable<Database[Table]>, Column>;

/** For statements only: neither transactions nor entities. */
export type Executor = Pick<SqlEntityManager, 'getKysely'>;

/**
 * Typed statements on the connection of `em`, within its transaction if it has
 * one.
 *
 * Columns have the names of the entities' properties, in statements and in rows:
 * `select('createdAt')` reads `created_at as "createdAt"`. So do
 * `sql.ref('users.createdAt')` and `columnsOf('users', ['createdAt'])` in a
 * template. Other text of a template is sent unchanged: it uses PostgreSQL's
 * names and needs aliases.
 *
 * Instants are PostgreSQL's text, with microseconds.
 */
export function statements(em: Executor): Kysely<Database> {
  return em.getKysely<Database>().withPlugin(propertyNames);
}

type Template = [texts: TemplateStringsArray, ...values: unknown[]];

/** A tag as `sql` is: runs the statement, and returns its rows. */
export const allRows =
  (em: Executor) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await sql<Row>(...template).execute(statements(em))).rows;

export const firstRow =
  (em: Executor) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await allRows(em)<Row>(...template))[0];

/** For a statement that always returns a row, such as a count. */
export const onlyRow =
  (em: Executor) =>
  async <Row>(...template: Template): Promise<Row> => {
    const row = await firstRow(em)<Row>(...template);
    if (row === undefined) throw new Error('A statement returned no row');
    return row;
  };

/** Whether a statement returns a row. */
export const hasRow =
  (em: Executor) =>
  async (...template: Template): Promise<boolean> =>
    (await allRows(em)(...template)).length > 0;
