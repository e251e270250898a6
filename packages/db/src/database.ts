import type { InferKyselyDB } from '@mikro-orm/sql';
import type { SqlEntityManager } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { entities } from './entities.ts';
import { propertyNames } from './property-names.ts';

/** The tables, and their columns by the names of the entities' properties. */
export type Database = InferKyselyDB<
  (typeof entities)[number],
  { columnNamingStrategy: 'property' }
>;

/** What a statement takes of an entity manager; neither a transaction nor an entity can be had of it. */
export type Executor = Pick<SqlEntityManager, 'getKysely'>;

/**
 * Typed statements through the connection, and the transaction if there is one, of `em`.
 *
 * Columns go by the names of the entities' properties, in what is asked and in what is answered: `select('createdAt')` reads
 * `created_at as "createdAt"`. So do `sql.ref('users.createdAt')` and `columnsOf('users', ['createdAt'])` within a template.
 * What a template spells out is sent as it stands, so it names columns as PostgreSQL does and gives each its alias.
 *
 * Instants are PostgreSQL's own text, microseconds kept.
 */
export function statements(em: Executor): Kysely<Database> {
  return em.getKysely<Database>().withPlugin(propertyNames);
}
