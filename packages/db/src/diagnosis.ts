import { withClient } from './copy/connection.ts';
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

type Row = Omit<Diagnosis, 'isPooled' | 'clockAhead' | 'schema'> & {
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
    pg_database_size(current_database())::float8 as size,
    extract(epoch from clock_timestamp())::float8 as now
`;

function schemaOf(taken: readonly string[]): Schema {
  const unknown = unknownMigrations(taken);
  const known = taken.length - unknown.older.length - unknown.newer.length;
  return { ...unknown, taken: taken.length, missing: migrations.length - known };
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
    };
  });
}
