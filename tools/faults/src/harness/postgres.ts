import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, statements } from '@namecard/db';
import { startEmbedded } from '@namecard/embedded-postgres';
import { sql } from 'kysely';

/** A PostgreSQL of our own. */
export type OwnPostgres = AsyncDisposable & {
  url: string;
  /** Ends like a machine that fails. */
  crash(): Promise<void>;
  /**
   * Starts it again at the same address and waits until it accepts connections.
   */
  launch(): Promise<void>;
};

/** The embedded PostgreSQL, as durable as in production. */
export async function startPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'namecard-faults-'));
  // Root runs PostgreSQL as another user, who needs access.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir });
  const { program, parameters, cluster } = commandOf(dataDir);
  await embedded.stop();

  const run = () => {
    // PostgreSQL refuses to run as root, so it runs as the owner of its data.
    const { uid, gid } = statSync(cluster);
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    return spawn(program, parameters, { ...account, cwd: '/', env: {}, stdio: 'ignore' });
  };
  let server = run();
  await untilAccepting(embedded.url);
  const whenKilled = () => {
    server.kill('SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', whenKilled);

  const halt = async (signal: 'SIGINT' | 'SIGQUIT') => {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    url: embedded.url,
    crash: () => halt('SIGQUIT'),
    launch: async () => {
      server = run();
      await untilAccepting(embedded.url);
    },
    [Symbol.asyncDispose]: async () => {
      await halt('SIGINT');
      process.off('exit', whenKilled);
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Waits until a server answers a statement. */
async function untilAccepting(url: string): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  const answers = async () =>
    sql`select 1`.execute(statements(orm.em.fork())).then(
      () => true,
      () => false,
    );
  while (!(await answers())) {
    await sleep(5);
  }
  await orm.close();
}

/** The start command with its port, from the data directory. */
function commandOf(dataDir: string) {
  const cluster = join(realpathSync(join(dataDir, 'postgres')), 'cluster');
  const [program = '', ...rest] = readFileSync(
    join(cluster, 'postmaster.opts'),
    'utf8',
  ).split(' "');
  return {
    program,
    parameters: rest.map((part) => part.trim().replace(/"$/, '')),
    cluster,
  };
}
