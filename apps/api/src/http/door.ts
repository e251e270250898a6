import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rangesOf } from '@namecard/router';
import type { FastifyHttpOptions, FastifyServerFactory, RawServerDefault } from 'fastify';
import { awaitBody } from './await-body.ts';
import { senderOf } from './call.ts';
import {
  beyondMost,
  type Connection,
  type Holder,
  stateOf,
  type Waiting,
} from './connections.ts';
import { dropUnread } from './drop-unread.ts';
import type { Peers } from './peers.ts';
import type { Metrics } from '../watch/metrics.ts';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/*
 * Problem: Node accepts every connection, and makes an object of every request
 * that it reads. 2 MB of pipelined requests from one address block the process and
 * fill its memory. A guard with a timer would not run meanwhile.
 *
 * Plan: count connections and unanswered requests, and judge the counts where they
 * grow. A connection is judged when it opens (connections.ts). Requests wait until
 * the piece of data that holds them is read, and their body. If a connection then has
 * too many, it ends before the framework sees any of them. With at most one body of 64 KiB for
 * each connection, the counts bound the bytes too.
 *
 * Price: a client that pipelines more than ten requests loses its connection.
 */

/** Most unanswered requests of a connection. Browsers don't pipeline. */
const mostOfConnection = 10;

/** Milliseconds of an idle connection: Fastify's default, which the factory replaces. */
const keepAliveTimeout = 72_000;

/** Most unanswered requests in all. */
const mostInAll = 2_000;

type Options = {
  peers: Peers;
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
};

type Limit = 'connections' | 'unanswered_requests';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] ?? '0') !== '0';

/** The group with most members; of equal ones the newest. */
function largest<Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown): Item[] {
  const groups = [...Map.groupBy(items, keyOf).values()];
  return groups.reduce((most, one) => (one.length >= most.length ? one : most), []);
}

/** Limits connections, and requests that wait for their answers. */
export class Door {
  readonly #open = new Map<Socket, Connection>();
  readonly #holders = new Map<string, Holder>();
  readonly #waiting = new Set<Waiting>();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    options.metrics?.addGauge(
      {
        name: 'namecard_connections',
        help: 'Connections that clients hold open',
      },
      () => this.#open.size,
    );
    options.metrics?.addGauge(
      {
        name: 'namecard_unanswered_requests',
        help: 'Requests whose head has arrived and whose answer is not sent',
      },
      () => this.#waiting.size,
    );
  }

  /** Makes Fastify's server, which lets in what this door allows. */
  serverFactory({
    http,
    connectionTimeout,
  }: FastifyHttpOptions<RawServerDefault>): FastifyServerFactory {
    return (handle) => {
      const server = createServer({ ...http, keepAliveTimeout }, (message, response) =>
        this.#take(message, response, () => handle(message, response)),
      );
      server.setTimeout(connectionTimeout);
      return server.on('connection', (socket) => this.#enter(socket));
    };
  }

  #enter(socket: Socket): void {
    const { name, kind } = this.#nameOf(socket.remoteAddress ?? '');
    const holder = this.#holders.get(name) ?? { name, kind, connections: new Set() };
    const quiet = { since: performance.now(), bytes: 0 };
    const connection: Connection = { socket, holder, waiting: [], quiet };
    holder.connections.add(connection);
    this.#holders.set(name, holder);
    this.#open.set(socket, connection);
    socket.once('close', () => this.#forget(connection));
    const holders = [...this.#holders.values()];
    const ended = beyondMost(holders, connection, this.#options.peers.hasTrusted);
    if (ended) this.#end(ended, 'connections');
  }

  /** A private address may be a proxy that `TRUST_PROXY` does not name. */
  #nameOf(ip: string): Pick<Holder, 'name' | 'kind'> {
    const { peers } = this.#options;
    if (peers.isTrusted(ip)) return { name: ip, kind: 'proxy' };
    if (peers.isPrivate(ip)) return { name: ip, kind: 'private' };
    return { name: rangesOf(ip).network, kind: 'network' };
  }

  /** A proxy's requests count for the networks that they come from. */
  #networkOf(message: IncomingMessage, { holder }: Connection): string {
    if (holder.kind !== 'proxy') return holder.name;
    const { peers } = this.#options;
    return this.#nameOf(senderOf(message, (ip) => peers.isTrusted(ip))).name;
  }

  #take(message: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const connection = this.#open.get(message.socket);
    if (!connection) return;
    const { waiting } = connection;
    const request: Waiting = {
      connection,
      network: this.#networkOf(message, connection),
      since: performance.now(),
      hasBody: hasBody(message),
      isWhole: () => message.complete,
      begin,
    };
    waiting.push(request);
    this.#waiting.add(request);
    response.once('close', () => this.#leave(request));
    const bodies = waiting.filter((one) => one.hasBody).length;
    if (waiting.length > mostOfConnection || bodies > 1) {
      this.#end(connection, 'unanswered_requests');
      return;
    }
    // The rest of the piece is read first.
    const arrived = () => process.nextTick(() => this.#pass(request));
    const refuse = () => this.#end(connection, 'unanswered_requests');
    if (request.hasBody) awaitBody(message, { arrived, refuse });
    else arrived();
  }

  #pass(request: Waiting): void {
    while (this.#waiting.size > mostInAll) {
      const ofNetwork = largest(this.#waiting, ({ network }) => network);
      const [one] = largest(ofNetwork, ({ connection }) => connection);
      if (!one) break;
      this.#end(one.connection, 'unanswered_requests');
    }
    if (this.#waiting.has(request)) request.begin();
  }

  #leave(request: Waiting): void {
    const { connection } = request;
    connection.waiting = connection.waiting.filter((one) => one !== request);
    this.#waiting.delete(request);
    connection.quiet = {
      since: performance.now(),
      bytes: connection.socket.bytesRead,
    };
  }

  #forget(connection: Connection): void {
    const { socket, holder } = connection;
    // It is called when a connection is ended, and when that is done.
    if (!this.#open.delete(socket)) return;
    holder.connections.delete(connection);
    if (holder.connections.size === 0) this.#holders.delete(holder.name);
    for (const request of connection.waiting) this.#waiting.delete(request);
  }

  #end(connection: Connection, limit: Limit): void {
    const { socket } = connection;
    const isIdle = stateOf(connection) === 'idle';
    this.#forget(connection);
    dropUnread(socket);
    // A reset frees the kernel's buffers at once. With an idle connection they may
    // still hold the end of its last answer.
    if (isIdle) socket.destroy();
    else socket.resetAndDestroy();
    this.#options.telemetry.limited(limit);
  }
}
