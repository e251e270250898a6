import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';

/** Milliseconds of an idle connection: Fastify's default, which the factory replaces. */
const keepAliveTimeout = 72_000;

/**
 * A server that reads no connection by itself.
 * @param enter gets each connection that opens; it is read from when `read` is called
 */
export function createUnreadServer(
  { http, connectionTimeout }: FastifyHttpOptions<RawServerDefault>,
  take: RequestListener,
  enter: (socket: Socket, read: () => void) => void,
): RawServerDefault {
  const server = createServer({ ...http, keepAliveTimeout }, take);
  server.setTimeout(connectionTimeout);
  // Node would read at once from each connection that it accepts.
  Reflect.set(server, 'pauseOnConnect', true);
  const listeners = server.listeners('connection');
  server.removeAllListeners('connection');
  return server.on('connection', (socket) =>
    enter(socket, () => {
      for (const read of listeners) Reflect.apply(read, server, [socket]);
      socket.resume();
    }),
  );
}
