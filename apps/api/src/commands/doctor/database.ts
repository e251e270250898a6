import { type Diagnosis, unmetBy } from '@namecard/db';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';
import { isNear, maintained, postgresEnds } from './ends-of-life.ts';

/** Most seconds between the clocks. With more, times in logs don't match. */
const mostSkew = 5;

function server({ version, major, isStandby, unwritable, size }: Diagnosis): Check {
  const { ok, warn, fail } = checksOf('database');
  if (isStandby) {
    return fail('is a read-only standby: set DATABASE_URL to the primary');
  }
  if (unwritable !== undefined) {
    return fail(
      `can’t be written (${unwritable}): see ${unwritable.startsWith('25006') ? 'NamecardDatabaseTrouble' : 'NamecardDiskFull'} in docs/run/runbook.md`,
    );
  }
  const end = postgresEnds[major];
  const found = maintained(`PostgreSQL ${version}`, end);
  return isNear(end)
    ? warn(`${found}: change to a newer major version (docs/run/upgrading.md)`)
    : ok(`${found}, ${Math.ceil(size / 2 ** 20)} MB`);
}

function rights({ canCreate, foreignTables, schema: { missing } }: Diagnosis): Check {
  const { ok, warn, fail } = checksOf('rights');
  const asOwner = 'run `./namecard migrate` as the owner before each new version';
  if (foreignTables > 0) {
    return warn(`another role owns ${foreignTables} tables: ${asOwner}`);
  }
  if (canCreate) {
    return ok('the role can migrate');
  }
  if (missing > 0) {
    return fail(
      `the role can’t create tables: grant create on the schema, or ${asOwner}`,
    );
  }
  return warn(`the role can’t create tables: ${asOwner}`);
}

function extension({ trigrams }: Diagnosis): Check {
  const { ok, warn } = checksOf('extension');
  return trigrams === 'available'
    ? warn('pg_trgm is not installed yet: the first start installs it')
    : ok('pg_trgm is installed');
}

/** Replaces a check by the failure that would stop a start. */
function orUnmet(found: Diagnosis, check: Check): Check {
  const unmet = unmetBy(found).find(({ name }) => name === check.name);
  return unmet ? checksOf(unmet.name).fail(unmet.message) : check;
}

function schema({
  schema: { taken, missing, older, newer, runsBeside },
}: Diagnosis): Check {
  const { ok, warn, fail } = checksOf('schema');
  if (older.length > 0) {
    return fail('created by a version before 1.0.0: start with an empty database');
  }
  if (newer.length > 0) {
    const found = `a newer version migrated the database (${newer.join(', ')})`;
    return runsBeside
      ? warn(`${found}: this one can run beside it until you upgrade again`)
      : fail(`${found}: run that version`);
  }
  if (taken === 0) {
    return warn(
      'the database is empty: a start or `./namecard migrate` creates the tables',
    );
  }
  if (missing > 0) {
    return warn(
      `${missing} migrations are missing: a start or \`./namecard migrate\` applies them`,
    );
  }
  return ok('up to date');
}

function clock({ clockAhead }: Diagnosis): Check {
  const { ok, warn } = checksOf('clock');
  const seconds = `${Math.abs(clockAhead).toFixed(1)} s ${clockAhead < 0 ? 'behind' : 'ahead of'} this machine’s`;
  if (Math.abs(clockAhead) > mostSkew) {
    return warn(
      `the database’s clock is ${seconds}: use NTP on both; codes and sessions use the database’s clock`,
    );
  }
  return ok(`the database’s clock is ${seconds}`);
}

function pool(
  { isPooled, connections, others }: Diagnosis,
  { DATABASE_POOL }: Environment,
): Check {
  const { ok, warn, fail } = checksOf('connections');
  const wanted = DATABASE_POOL;
  if (isPooled) {
    return ok('through a pooler');
  }
  if (wanted > connections) {
    return fail(
      `DATABASE_POOL is ${wanted}, but the server allows ${connections} connections: lower DATABASE_POOL, or raise max_connections`,
    );
  }
  if (wanted > connections - others) {
    return fail(
      `DATABASE_POOL is ${wanted}, but others use ${others} of the server’s ${connections} connections. This query lists them: select usename, datname, application_name, count(*) from pg_stat_activity group by 1, 2, 3`,
    );
  }
  if (wanted > connections / 2) {
    return warn(
      `up to ${wanted} of the server’s ${connections}: not enough for a second instance`,
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
