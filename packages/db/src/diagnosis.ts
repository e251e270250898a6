import type { Client } from 'pg';
import { withClient } from './copy/connection.ts';
import { troubleIn } from './errors.ts';
import { traitColumns, type Traits } from './requirements.ts';
import {
  migrations,
  type TakenMigration,
  takenMigrations,
  unknownMigrations,
  type UnknownMigrations,
} from './migrations/index.ts';

export type Diagnosis = Traits & {
  isPooled: boolean;
  isStandby: boolean;
  /** Whether the role may create tables, as migrations do. */
  canCreate: boolean;
  /** Namecard's tables that another role owns. Migrations can't change them. */
  foreignTables: number;
  /** The server's limit, without connections reserved for superusers. */
  connections: number;
  /** Open connections of other roles or to other databases. */
  others: number;
  /** Why a test write failed; undefined if none did. */
  unwritable: string | undefined;
  /** Bytes. */
  size: number;
  /** Seconds ahead of this machine's clock, to within one round trip. */
  clockAhead: number;
  schema: Schema;
};

type Schema = UnknownMigrations & {
  taken: number;
  /** Migrations that a start would run. */
  missing: number;
};

type Row = Omit<Diagnosis, 'isPooled' | 'clockAhead' | 'schema' | 'unwritable'> & {
  pid: number;
  now: number;
  isMigrated: boolean;
};

/** Reads everything but the schema and the test write. */
const question = `
  select ${traitColumns}, pg_backend_pid() as pid,
    to_regclass('mikro_orm_migrations') is not null as "isMigrated", pg_is_in_recovery() as "isStandby",
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "canCreate",
    (
      select count(*)::int from pg_class
      where relkind = 'r' and relnamespace = (select oid from pg_namespace where nspname = current_schema())
        and to_regclass('mikro_orm_migrations') is not null and not pg_has_role(relowner, 'usage')
    ) as "foreignTables",
    (
      -- PostgreSQL 15 has no reserved_connections.
      select sum(case name when 'max_connections' then setting::int else -setting::int end)::int from pg_settings
      where name in ('max_connections', 'superuser_reserved_connections', 'reserved_connections')
    ) as connections,
    (
      select count(*)::int from pg_stat_activity
      where datname is not null and usename is not null
        and (datname, usename) is distinct from (current_database(), session_user)
    ) as others,
    pg_database_size(current_database())::float8 as size,
    extract(epoch from clock_timestamp())::float8 as now
`;

function schemaOf(taken: readonly TakenMigration[]): Schema {
  const unknown = unknownMigrations(taken);
  const known = taken.length - unknown.older.length - unknown.newer.length;
  return { ...unknown, taken: taken.length, missing: migrations.length - known };
}

/** Writes a megabyte to the database's disk, then rolls back. */
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
    // A role that may not create temporary tables is fine.
    return troubleIn(error)?.reason;
  }
}

/** Changes nothing. The schema may be missing. */
export async function diagnose(url: string): Promise<Diagnosis> {
  return withClient(url, async (client) => {
    const asked = Date.now();
    const { rows } = await client.query<Row>(question);
    const elapsed = Date.now() - asked;
    const [row] = rows;
    if (!row) throw new Error('The database returned nothing about itself');
    const { pid, now, isMigrated, ...found } = row;
    const { rows: taken } = isMigrated
      ? await client.query<TakenMigration>(takenMigrations)
      : { rows: [] };
    return {
      ...found,
      isPooled: client.processID !== pid,
      clockAhead: now - (asked + elapsed / 2) / 1_000,
      schema: schemaOf(taken),
      unwritable: found.isStandby ? undefined : await whyUnwritable(client),
    };
  });
}
