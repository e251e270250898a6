import { type Diagnosis, unmetBy } from '@namecard/db';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';

/** Seconds that clocks may differ: from then on times in the log and in answers can't be matched. */
const mostSkew = 5;

function server({ version, isStandby, unwritable, size }: Diagnosis): Check {
  const { ok, fail } = checksOf('database');
  if (isStandby) {
    return fail('is a standby: name the primary in DATABASE_URL');
  }
  if (unwritable !== undefined) {
    return fail(
      `can’t be written (${unwritable}): see NamecardDiskFull in docs/run/runbook.md`,
    );
  }
  return ok(`PostgreSQL ${version}, ${Math.ceil(size / 2 ** 20)} MB`);
}

function rights({ canCreate, foreignTables, schema: { missing } }: Diagnosis): Check {
  const { ok, warn, fail } = checksOf('rights');
  const asOwner = 'run `npx namecard migrate` as the owner before each new version';
  if (foreignTables > 0) {
    return warn(`${foreignTables} tables are another role’s: ${asOwner}`);
  }
  if (canCreate) {
    return ok('the role may migrate');
  }
  if (missing > 0) {
    return fail(
      `the role may not make tables: grant create on the schema, or ${asOwner}`,
    );
  }
  return warn(`the role may not make tables: ${asOwner}`);
}

function extension({ trigrams }: Diagnosis): Check {
  const { ok, warn } = checksOf('extension');
  return trigrams === 'available'
    ? warn('pg_trgm is not there yet: the first start makes it')
    : ok('pg_trgm is there');
}

/** What a start refuses comes in the place of what is said otherwise. */
function orUnmet(found: Diagnosis, check: Check): Check {
  const unmet = unmetBy(found).find(({ name }) => name === check.name);
  return unmet ? checksOf(unmet.name).fail(unmet.message) : check;
}

function schema({ schema: { taken, missing, older, newer } }: Diagnosis): Check {
  const { ok, warn, fail } = checksOf('schema');
  if (older.length > 0) {
    return fail('a version before 1.0.0 made it: start with an empty database');
  }
  if (newer.length > 0) {
    return fail(
      `a newer version has migrated it (${newer.join(', ')}): run that version`,
    );
  }
  if (taken === 0) {
    return warn('the database is empty: a start migrates it, or `npx namecard migrate`');
  }
  if (missing > 0) {
    return warn(
      `${missing} migrations are missing: a start takes them, or \`npx namecard migrate\``,
    );
  }
  return ok('up to date');
}

function clock({ clockAhead }: Diagnosis): Check {
  const { ok, warn } = checksOf('clock');
  const seconds = `${Math.abs(clockAhead).toFixed(1)} s ${clockAhead < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (Math.abs(clockAhead) > mostSkew) {
    return warn(
      `the database’s is ${seconds}: set both by NTP; codes and sessions go by the database’s`,
    );
  }
  return ok(`the database’s is ${seconds}`);
}

function pool(
  { isPooled, connections, others }: Diagnosis,
  { DATABASE_POOL, DATABASE_PREPARE }: Environment,
): Check {
  const { ok, warn, fail } = checksOf('connections');
  const wanted = DATABASE_POOL;
  if (isPooled) {
    const prepare = DATABASE_PREPARE
      ? 'if the log warns of prepared statements, set DATABASE_PREPARE=off'
      : 'nothing is prepared';
    return ok(`through a pooler; ${prepare}`);
  }
  if (wanted > connections) {
    return fail(
      `up to ${wanted} are opened, and the server has ${connections}: lower DATABASE_POOL, or raise max_connections`,
    );
  }
  if (wanted > connections - others) {
    return fail(
      `up to ${wanted} are opened, and others hold ${others} of the server’s ${connections}: select usename, datname, application_name, count(*) from pg_stat_activity group by 1, 2, 3 says who`,
    );
  }
  if (wanted > connections / 2) {
    return warn(
      `up to ${wanted} of the server’s ${connections}: a second instance does not fit beside it`,
    );
  }
  return ok(`up to ${wanted} of the server’s ${connections}`);
}

export const checkDatabase = (found: Diagnosis, environment: Environment): Check[] => [
  orUnmet(found, server(found)),
  orUnmet(found, checksOf('encoding').ok(found.encoding)),
  rights(found),
  orUnmet(found, extension(found)),
  schema(found),
  clock(found),
  pool(found, environment),
];
