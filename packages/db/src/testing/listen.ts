import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on a free port, and returns the address, such as `127.0.0.1:40000`. */
export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}
