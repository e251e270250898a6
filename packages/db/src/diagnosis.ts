import type { Client } from 'pg';
import { withClient } from './copy/connection.ts';
import { troubleIn } from './errors.ts';
import { traitColumns, type Traits } from './requirements.ts';
import {
  migrations,
  unknownMigrations,
  type UnknownMigrations,
} from './migrations/index.ts';

/** What a database and its role are like, as far as running Namecard on them goes. */
export type Diagnosis = Traits & {
  /** Whether a pooler hands out the server's connections. */
  isPooled: boolean;
  /** Whether it follows another server, and takes no write. */
  isStandby: boolean;
  /** Whether the role may make tables, as migrating does. */
  canCreate: boolean;
  /** Tables of Namecard that are another role's, which migrating can't change. */
  foreignTables: number;
  /** The server's connections, those reserved for others left out. */
  connections: number;
  /** Those of them that other roles, or other databases, have open. */
  others: number;
  /** Why a write failed that was to be rolled back; undefined where none did. */
  unwritable: string | undefined;
  /** Bytes of the database. */
  size: number;
  /** Seconds that its clock is ahead of this machine's, to within the time of one round trip. */
  clockAhead: number;
  schema: Schema;
};

/** What the database has taken, against what this version knows. */
type Schema = UnknownMigrations & {
  taken: number;
  /** Migrations that a start would take. */
  missing: number;
};

type Row = Omit<Diagnosis, 'isPooled' | 'clockAhead' | 'schema' | 'unwritable'> & {
  pid: number;
  now: number;
};

const question = `
  select ${traitColumns}, pg_backend_pid() as pid, pg_is_in_recovery() as "isStandby",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreate",
    (
      select count(*)::int from pg_class
      where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and to_regclass('mikro_orm_migrations') is not null and not pg_has_role(relowner, 'usage')
    ) as "foreignTables",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    (
      select count(*)::int from pg_stat_activity
      where datname is not null and usename is not null
        and (datname, usename) is distinct from (current_database(), session_user)
    ) as others,
    pg_database_size(current_database())::float8 as size,
    extract(epoch from clock_timestamp())::float8 as now
`;

function schemaOf(taken: readonly string[]): Schema {
  const unknown = unknownMigrations(taken);
  const known = taken.length - unknown.older.length - unknown.newer.length;
  return { ...unknown, taken: taken.length, missing: migrations.length - known };
}

/** Takes a megabyte of the database's disk, and gives it back. */
const write = `
  begin;
  create temporary table namecard_doctor as select repeat('x', 1000) from generate_series(1, 1000);
  rollback;
`;

async function whyUnwritable(client: Client): Promise<string | undefined> {
  try {
    await client.query(write);
    return undefined;
  } catch (error) {
    // A role that may not make temporary tables is no trouble.
    return troubleIn(error)?.reason;
  }
}

/** Looks at a database without changing it; it need not be Namecard's yet. */
export async function diagnose(url: string): Promise<Diagnosis> {
  return withClient(url, async (client) => {
    const asked = Date.now();
    const { rows } = await client.query<Row>(question);
    const elapsed = Date.now() - asked;
    const [row] = rows;
    if (!row) throw new Error('The database does not say what it is');
    const { pid, now, ...found } = row;
    const { rows: tables } = await client.query<{ isThere: boolean }>(
      `select to_regclass('mikro_orm_migrations') is not null as "isThere"`,
    );
    const { rows: taken } = tables[0]?.isThere
      ? await client.query<{ name: string }>(
          'select name from mikro_orm_migrations order by id',
        )
      : { rows: [] };
    return {
      ...found,
      isPooled: client.processID !== pid,
      clockAhead: now - (asked + elapsed / 2) / 1_000,
      schema: schemaOf(taken.map(({ name }) => name)),
      unwritable: found.isStandby ? undefined : await whyUnwritable(client),
    };
  });
}
