import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startProgram, temporaryDirectory, untilListening } from './programs.ts';

export type PoolerSettings = {
  mode: 'transaction' | 'session';
  /** Connections to PostgreSQL, at most. */
  poolSize: number;
};

/** Every client is let in as the role of the PostgreSQL's address. No start-up parameter is ignored. */
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
admin_users = anybody
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
`;
}

/** Runs Debian's PgBouncer in front of a PostgreSQL. It refuses to be root. */
export async function startPgbouncer(databaseUrl: string, settings: PoolerSettings) {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await temporaryDirectory('pgbouncer'));
  const [port = 0] = await freePorts(1);
  const file = join(path, 'pgbouncer.ini');
  await writeFile(file, configOf(databaseUrl, port, settings), { mode: 0o644 });
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const args = ['-q', ...account, file];
  const program = startProgram('/usr/sbin/pgbouncer', args, { directory: path });
  started.defer(() => program.kill());
  await untilListening(port);
  const running = started.move();
  return {
    url: `postgresql://anybody@127.0.0.1:${port}/namecard`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
