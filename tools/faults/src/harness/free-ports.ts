import { once } from 'node:events';
import { createServer } from 'node:net';
import { z } from 'zod';

const Address = z.object({ port: z.number() });

/** Unused ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () =>
    createServer().listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map(async (server) => once(server, 'listening')));
  const ports = servers.map((server) => Address.parse(server.address()).port);
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  return ports;
}
