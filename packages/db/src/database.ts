import type { InferKyselyDB } from '@mikro-orm/sql';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Kysely, RawBuilder, Selectable } from 'kysely';
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

/** Whether a statement returns a row. */
export const hasRow = async (
  em: Executor,
  statement: RawBuilder<unknown>,
): Promise<boolean> => (await statement.execute(statements(em))).rows.length > 0;
