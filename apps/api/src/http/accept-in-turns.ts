import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { inTurns } from './in-turns.ts';

/** Milliseconds of an idle connection: Fastify's default, which the factory replaces. */
const keepAliveTimeout = 72_000;

/**
 * Milliseconds that reading and answering wait, at most, for connections that open.
 * Beside 4,000 half bodies of one network, nine of ten others are answered within 0.1 s,
 * and without it within 0.3 to 2 s. While 200 open in a second, answers take no longer.
 */
const longestHold = 10;

/**
 * Node opens one connection in each turn of the event loop, and the next may be somebody
 * else's. So while connections open, other work waits.
 */
export class AcceptInTurns {
  /** Whether a connection has opened since the last turn. */
  #hasOpened = false;
  #workedAt = 0;

  /** Does other work (in-turns.ts). */
  readonly soon = inTurns(() => {
    const now = performance.now();
    const isHeld = this.#hasOpened && now - this.#workedAt < longestHold;
    this.#hasOpened = false;
    if (!isHeld) this.#workedAt = now;
    return isHeld;
  });

  /** @param enter gets each connection that opens; it is read from when `read` is called */
  createServer(
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
    return server.on('connection', (socket) => {
      this.#hasOpened = true;
      enter(socket, () => {
        for (const read of listeners) Reflect.apply(read, server, [socket]);
        socket.resume();
      });
    });
  }
}
