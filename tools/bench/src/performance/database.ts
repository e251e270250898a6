import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openOrm, statements, type Orm } from '@namecard/db';
import { startEmbedded } from '@namecard/embedded-postgres';
import { sql } from 'kysely';
import { refreshSessions } from './people.ts';
import { benchSecret, sessionsUsed } from './settings.ts';

const run = promisify(execFile);

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The same server, another database. */
function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

const migrations = path('../../../../packages/db/src/migrations');

/** Seeded databases are kept for the next run: the name says what they were made of. */
const schemaVersion = globSync(['Migration*.ts', '**/*.sql'], { cwd: migrations })
  .toSorted()
  .reduce(
    (hash, file) => hash.update(readFileSync(join(migrations, file))),
    createHash('sha256'),
  )
  .digest('hex')
  .slice(0, 8);

export type Databases = {
  /** The service's, with as many users, profiles and sessions: a copy of its own, made now. */
  service(size: number): Promise<string>;
  /** better-auth's, with as many users and sessions. */
  betterAuth(size: number): Promise<string>;
  /** Drops the copies and stops the server. */
  close(): Promise<void>;
};

type Making = {
  name: string;
  fill: (url: string) => Promise<void>;
  /** Makes the sessions that are asked with young again, however long the database has been kept. */
  refresh: string;
};

const quietly = { maxBuffer: 256 * 1024 * 1024 };

async function fillService(url: string, size: number): Promise<void> {
  const counts = ['--users', '--profiles', '--sessions'].flatMap((flag) => [
    flag,
    String(size),
  ]);
  await run(
    process.execPath,
    [path('../../../../apps/api/src/scripts/seed.ts'), ...counts],
    {
      ...quietly,
      env: { ...process.env, DATABASE_URL: url },
    },
  );
}

async function fillBetterAuth(url: string, size: number): Promise<void> {
  await run(
    process.execPath,
    [path('../../peers/better-auth/prepare.ts'), String(size)],
    {
      ...quietly,
      env: { ...process.env, DATABASE_URL: url, SECRET_KEY: benchSecret },
    },
  );
}

async function exists(admin: Orm, name: string): Promise<boolean> {
  const { rows } = await sql`select from pg_database where datname = ${name}`.execute(
    statements(admin.em.fork()),
  );
  return rows.length > 0;
}

/** Without the service's time limit: copying a database takes as long as it takes. The pool has one connection, so both are sent over it. */
async function execute(admin: Orm, statement: string): Promise<void> {
  await sql`set statement_timeout = 0`.execute(statements(admin.em.fork()));
  await sql.raw(statement).execute(statements(admin.em.fork()));
}

/** Autovacuum may be in a copy just then, and only a superuser may end its work; it leaves by itself. */
async function dropCopy(admin: Orm, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await execute(admin, `drop database if exists ${copy} with (force)`);
    } catch (error) {
      if (attempt === 20) throw error;
      await sleep(500);
    }
  }
}

async function inDatabase(url: string, statement: string): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  await execute(orm, statement);
  await orm.close();
}

/** Fills a database under another name first: one that was interrupted is never taken for whole. */
async function makeOnce(admin: Orm, url: string, { name, fill }: Making): Promise<void> {
  if (await exists(admin, name)) {
    return;
  }
  console.error(`Filling ${name}; it is kept for the next run`);
  await execute(admin, `drop database if exists ${name}_unfinished with (force)`);
  await execute(admin, `create database ${name}_unfinished`);
  await fill(withDatabase(url, `${name}_unfinished`));
  // What a fresh load leaves to do (hint bits, the visibility map) is done before anything is measured.
  await inDatabase(withDatabase(url, `${name}_unfinished`), 'vacuum analyze');
  await execute(admin, `alter database ${name}_unfinished rename to ${name}`);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Copies of runs that were interrupted. */
async function dropLeftovers(admin: Orm): Promise<void> {
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname ~ '_run_[0-9]+_[0-9]+$'
  `.execute(statements(admin.em.fork()));
  for (const { datname } of rows) {
    if (!isRunning(Number(datname.split('_').at(-2)))) {
      await dropCopy(admin, datname);
    }
  }
}

const serviceOf = (size: number): Making => ({
  name: `service_${size}_schema_${schemaVersion}`,
  fill: (url) => fillService(url, size),
  refresh: refreshSessions,
});

const betterAuthOf = (size: number): Making => ({
  name: `better_auth_${size}`,
  fill: (url) => fillBetterAuth(url, size),
  refresh: `update session set "expiresAt" = now() + interval '7 days', "updatedAt" = now()
    where id in (select 'session-' || number from generate_series(1, ${sessionsUsed}) number)`,
});

/**
 * Starts the PostgreSQL that the service embeds, durable as in production, with its data in `tools/bench/.data` unless told.
 */
export async function openDatabases(dataDir = path('../../.data')): Promise<Databases> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startEmbedded({ dataDir });
  const admin = await openOrm({ url: server.url, poolSize: 1 });
  await dropLeftovers(admin);
  const copies: string[] = [];

  const copyOf = async (making: Making): Promise<string> => {
    await makeOnce(admin, server.url, making);
    const copy = `${making.name}_run_${process.pid}_${copies.length}`;
    await execute(
      admin,
      `create database ${copy} template ${making.name} strategy file_copy`,
    );
    copies.push(copy);
    const url = withDatabase(server.url, copy);
    await inDatabase(url, making.refresh);
    return url;
  };

  return {
    service: (size) => copyOf(serviceOf(size)),
    betterAuth: (size) => copyOf(betterAuthOf(size)),
    close: async () => {
      for (const copy of copies) {
        await dropCopy(admin, copy);
      }
      await admin.close();
      await server.stop();
    },
  };
}
