import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';

export type PoolerSettings = {
  mode: 'transaction' | 'session';
  /** Connections to PostgreSQL, at most. */
  poolSize: number;
};

export type Pooler = AsyncDisposable & { url: string };

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isListening) return;
    await sleep(20);
  }
  throw new Error('PgBouncer does not listen. Install it: apt-get install pgbouncer');
}

/** Whoever connects is let in, as the role of the PostgreSQL's address. No start-up parameter is ignored. */
function configOf(
  databaseUrl: string,
  port: number,
  { mode, poolSize }: PoolerSettings,
): string {
  const { hostname, port: farPort, username, password, pathname } = new URL(databaseUrl);
  const role = `user=${decodeURIComponent(username)} password='${decodeURIComponent(password)}'`;
  return `
[databases]
namecard = host=${hostname} port=${farPort} dbname=${pathname.slice(1)} ${role}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
`;
}

/** Debian's PgBouncer in front of a PostgreSQL. It refuses to be root. */
export async function startPooler(
  databaseUrl: string,
  settings: PoolerSettings,
): Promise<Pooler> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-pooler-'));
  await chmod(directory, 0o755);
  const [port = 0] = await freePorts(1);
  const file = join(directory, 'pgbouncer.ini');
  await writeFile(file, configOf(databaseUrl, port, settings), { mode: 0o644 });
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('/usr/sbin/pgbouncer', ['-q', ...account, file], {
    stdio: 'ignore',
  });
  const whenKilled = () => child.kill('SIGKILL');
  process.once('exit', whenKilled);
  await untilListening(port);
  return {
    url: `postgresql://anybody@127.0.0.1:${port}/namecard`,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', whenKilled);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
