export type Traits = {
  /** Such as `18.4`. */
  version: string;
  major: number;
  /** Such as `UTF8`. */
  encoding: string;
  /** Whether there is a collation that folds case alike in every database. */
  foldsCase: boolean;
  /** `hidden`: outside the search path. `forbidden`: only owners create it. */
  trigrams: 'installed' | 'hidden' | 'available' | 'forbidden' | 'missing';
};

export const traitColumns = `
  current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major,
  current_setting('server_encoding') as encoding,
  exists (select from pg_collation where collname in ('pg_c_utf8', 'und-x-icu')) as "foldsCase",
  case
    when exists (
      select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)
    ) then 'installed'
    when exists (select from pg_extension where extname = 'pg_trgm') then 'hidden'
    when not exists (select from pg_available_extensions where name = 'pg_trgm') then 'missing'
    when has_database_privilege(current_database(), 'create') then 'available'
    else 'forbidden'
  end as trigrams
`;

const oldestMajor = 15;

/** The message says what is wrong and how to fix it. */
type Unmet = { name: 'database' | 'encoding' | 'extension'; message: string };

type Requirement = {
  name: Unmet['name'];
  isMet: (traits: Traits) => boolean;
  otherwise: (traits: Traits) => string;
};

const requirements: readonly Requirement[] = [
  {
    name: 'database',
    isMet: ({ major }) => major >= oldestMajor,
    otherwise: ({ version }) => `is PostgreSQL ${version}: use ${oldestMajor} or newer`,
  },
  {
    name: 'encoding',
    isMet: ({ encoding }) => encoding === 'UTF8',
    otherwise: ({ encoding }) =>
      `is in ${encoding}, which lacks characters that people write: create database namecard_utf8 encoding 'UTF8' locale_provider libc locale 'C' template template0; then name it in DATABASE_URL`,
  },
  {
    name: 'database',
    isMet: ({ encoding, foldsCase }) => encoding !== 'UTF8' || foldsCase,
    otherwise: ({ version }) =>
      `is PostgreSQL ${version} without ICU, so it can’t compare text without case: use 17 or newer, or one that was built with ICU`,
  },
  {
    name: 'extension',
    isMet: ({ trigrams }) => trigrams !== 'missing',
    otherwise: () =>
      'has no pg_trgm on its server: install the package postgresql-contrib there',
  },
  {
    name: 'extension',
    isMet: ({ trigrams }) => trigrams !== 'forbidden',
    otherwise: () =>
      'lacks pg_trgm, and this role may not create it: run create extension pg_trgm; as the database’s owner',
  },
  {
    name: 'extension',
    isMet: ({ trigrams }) => trigrams !== 'hidden',
    otherwise: () =>
      'has pg_trgm in a schema that the role does not search: run drop extension pg_trgm; create extension pg_trgm schema public; as the database’s owner',
  },
];

export const unmetBy = (traits: Traits): Unmet[] =>
  requirements
    .filter(({ isMet }) => !isMet(traits))
    .map(({ name, otherwise }) => ({ name, message: otherwise(traits) }));

/** Milliseconds. */
export const statementTimeout = 15_000;

/**
 * Settings that every session needs. Without limits a request can wait for ever,
 * and an abandoned one keeps its locks. Instants are read in ISO format and UTC.
 */
export const sessionSettings = {
  statement_timeout: `${statementTimeout / 1_000}s`,
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '15s',
  DateStyle: 'ISO',
  TimeZone: 'UTC',
};

/** `role` and `database` are quoted for SQL. */
export type WrongSetting = {
  name: string;
  wanted: string;
  role: string;
  database: string;
};

/**
 * Commands for a pooler's sessions, which clients can't set. A setting of the
 * role in the database overrides one of the role or of the database. Open
 * connections keep the old settings.
 */
export function sessionRemedy(wrong: readonly WrongSetting[]): string {
  const lines = wrong.map(
    ({ name, wanted, role, database }) =>
      `alter role ${role} in database ${database} set ${name} = '${wanted}';`,
  );
  return `Behind this pooler the database role must set what a session needs. Run this in the database: ${lines.join(' ')} Then let the pooler connect again; in PgBouncer’s console: RECONNECT;`;
}
