import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrm, statements } from '@namecard/db';
import { startEmbedded } from '@namecard/embedded-postgres';
import { sql } from 'kysely';

/**
 * Runs without the service's time limit. The single connection gets both
 * statements.
 */
async function execute(url: string, statement: string): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(statements(orm.em.fork()));
    await sql.raw(statement).execute(statements(orm.em.fork()));
  } finally {
    await orm.close();
  }
}

/** Field 4 of `stat` (proc(5)). The second, a name, may contain spaces. */
const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);

/** The first process of the server. Its children serve the connections. */
async function serverProcess(url: string): Promise<number> {
  const orm = await openOrm({ url, poolSize: 1 });
  try {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      statements(orm.em.fork()),
    );
    return parentOf(rows[0]?.pid ?? Number.NaN);
  } finally {
    await orm.close();
  }
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A PostgreSQL for this run, as durable as in production. */
export async function startPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'namecard-bench-'));
  // Root runs PostgreSQL as another user, who needs access.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir });
  const pid = await serverProcess(server.url);
  // It would survive an interrupted run.
  const abandon = () => {
    const script = 'kill -QUIT "$1"; sleep 1; rm -rf "$2"';
    spawnSync('/bin/sh', ['-c', script, 'sh', String(pid), dataDir]);
  };
  process.once('exit', abandon);
  return {
    /** @param template a database without connections; empty by default */
    createDatabase: async (name: string, template = 'template1'): Promise<string> => {
      await execute(
        server.url,
        `create database ${name} template ${template} strategy file_copy`,
      );
      return Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    },
    /** Work that a fresh load leaves: hint bits, visibility map, statistics. */
    vacuum: async (url: string) => execute(url, 'vacuum analyze'),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', abandon);
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
