import { once } from 'node:events';
import type { Server } from 'node:net';

/** Listens on loopback and returns the port; 0 takes any free one. */
export async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) {
    throw new Error('The server has no port.');
  }
  return address.port;
}
