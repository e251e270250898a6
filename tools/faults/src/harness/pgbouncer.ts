import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from './programs.ts';

/**
 * Every client connects as the role in PostgreSQL's address. No start-up
 * parameter is ignored.
 */
function configOf(databaseUrl: string, port: number): string {
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
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`;
}

/**
 * Runs Debian's PgBouncer in front of a PostgreSQL. It refuses to run as root.
 */
export async function startPgbouncer(databaseUrl: string) {
  const server = await startServer('/usr/sbin/pgbouncer', async (directory, port) => {
    const file = join(directory, 'pgbouncer.ini');
    await writeFile(file, configOf(databaseUrl, port), { mode: 0o644 });
    return ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file];
  });
  return { ...server, url: `postgresql://anybody@127.0.0.1:${server.port}/namecard` };
}
