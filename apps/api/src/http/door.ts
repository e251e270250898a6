import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorAnswer } from '@namecard/rest';
import { rangesOf } from '@namecard/router';
import type { FastifyHttpOptions, FastifyServerFactory, RawServerDefault } from 'fastify';
import { AcceptInTurns } from './accept-in-turns.ts';
import { awaitBody } from './await-body.ts';
import { senderOf } from './call.ts';
import { type Connection, Connections, type Peer, type Waiting } from './connections.ts';
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
 * grow. A connection is judged when it opens, and when it begins to be read
 * (connections.ts). Networks take turns to be read (accept-in-turns.ts). Requests wait
 * until the piece of data that holds them is read, and their body. If a connection then
 * has too many, it ends before the framework sees any of them. With at most one body of
 * 64 KiB for each connection, the counts bound the bytes too. Then networks take turns
 * to be answered.
 *
 * A proxy takes a connection that ends for an instance that fails, and sends it nothing
 * for seconds, from anybody. So a request that a proxy forwards gets 503 instead.
 *
 * Price: a client that pipelines more than ten requests loses its connection.
 */

/** Most unanswered requests of a connection. Browsers don't pipeline. */
const mostOfConnection = 10;

/** Most unanswered requests in all. */
const mostInAll = 2_000;

type Options = {
  peers: Peers;
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
  /** Answers and counts what a proxy is told where a client would lose its connection. */
  unavailable: () => ErrorAnswer;
};

type Limit = 'connections' | 'unanswered_requests';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] ?? '0') !== '0';

/** The item with the largest size; of equal ones the newest. */
function largest<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
): Item | undefined {
  let most: Item | undefined;
  for (const item of items) {
    if (most === undefined || sizeOf(item) >= sizeOf(most)) most = item;
  }
  return most;
}

/** Limits connections, and requests that wait for their answers. */
export class Door {
  readonly #connections: Connections;
  readonly #waiting = new Set<Waiting>();
  readonly #ofNetworks = new Map<string, Set<Waiting>>();
  readonly #turns = new AcceptInTurns();
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
    this.#connections = new Connections(options.peers.hasTrusted);
    options.metrics?.addGauge(
      {
        name: 'namecard_connections',
        help: 'Connections that clients hold open',
      },
      () => this.#connections.count,
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
  serverFactory(options: FastifyHttpOptions<RawServerDefault>): FastifyServerFactory {
    return (handle) =>
      this.#turns.createServer(
        options,
        (message, response) =>
          this.#take(message, response, () => handle(message, response)),
        (socket, read) => this.#enter(socket, read),
      );
  }

  #enter(socket: Socket, read: () => void): void {
    const peer = this.#peerOf(socket.remoteAddress ?? '');
    const connection = this.#connections.add(socket, peer);
    // Nobody else listens before it is read.
    socket.on('error', () => {}).once('close', () => this.#forget(connection));
    this.#end(this.#connections.beyondMost(connection), 'connections');
    const readOpen = () => {
      if (socket.destroyed) return false;
      this.#end(this.#connections.startReading(connection), 'connections');
      if (!socket.destroyed) read();
      return true;
    };
    // Another peer may stand for many clients.
    if (peer.kind === 'network') this.#turns.soon(readOpen, peer.name);
    else readOpen();
  }

  /** A private address may be a proxy that `TRUST_PROXY` does not name. */
  #peerOf(ip: string): Peer {
    const { peers } = this.#options;
    if (peers.isTrusted(ip)) return { name: ip, kind: 'proxy' };
    if (peers.isPrivate(ip)) return { name: ip, kind: 'private' };
    return { name: rangesOf(ip).network, kind: 'network' };
  }

  /** A proxy's requests count for the networks that they come from. */
  #networkOf(message: IncomingMessage, { holder }: Connection): string {
    if (holder.kind !== 'proxy') return holder.name;
    const { peers } = this.#options;
    return this.#peerOf(senderOf(message, (ip) => peers.isTrusted(ip))).name;
  }

  #take(message: IncomingMessage, response: ServerResponse, begin: () => void): void {
    const connection = this.#connections.of(message.socket);
    if (!connection) return;
    const { waiting } = connection;
    const request: Waiting = {
      connection,
      network: this.#networkOf(message, connection),
      hasBody: hasBody(message),
      isWhole: () => !hasBody(message) || message.complete,
      free: () => {},
      begin,
      response,
      hasBegun: false,
    };
    waiting.push(request);
    this.#connections.ask(connection);
    this.#count(request);
    response.once('close', () => this.#leave(request));
    const bodies = waiting.filter((one) => one.hasBody).length;
    if (waiting.length > mostOfConnection || bodies > 1) {
      this.#end(connection, 'unanswered_requests');
      return;
    }
    const arrived = () => {
      this.#makeRoom();
      // The rest of the piece is read first.
      this.#turns.soon(() => this.#begin(request), request.network);
    };
    const refuse = () => this.#end(connection, 'unanswered_requests');
    if (request.hasBody) request.free = awaitBody(message, { arrived, refuse });
    else arrived();
  }

  #makeRoom(): void {
    while (this.#waiting.size > mostInAll) {
      // Of equal ones the newest: the framework has seen none of its requests yet.
      const most = largest(this.#ofNetworks.values(), ({ size }) => size);
      const found = largest(most ?? [], ({ connection }) => connection.waiting.length);
      const requests = found?.connection.waiting ?? [];
      const isUnseen = (one: Waiting) => !one.hasBegun && one.isWhole();
      const newest = requests.findLast(isUnseen) ?? requests.at(-1);
      if (!newest) return;
      this.#refuse(newest);
    }
  }

  /** A proxy’s request is answered if the framework has not seen it. */
  #refuse(request: Waiting): void {
    const { connection, response, hasBegun } = request;
    if (connection.holder.kind !== 'proxy' || hasBegun || !request.isWhole()) {
      this.#end(connection, 'unanswered_requests');
      return;
    }
    this.#leave(request);
    const { status, headers, body } = this.#options.unavailable();
    response
      .writeHead(status, {
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        connection: 'close',
      })
      .end(JSON.stringify(body));
  }

  #begin(request: Waiting): void {
    if (!this.#waiting.has(request)) return;
    request.hasBegun = true;
    // From now on the framework has it.
    request.free = () => {};
    request.begin();
  }

  #count(request: Waiting): void {
    const others = this.#ofNetworks.get(request.network) ?? new Set();
    this.#ofNetworks.set(request.network, others.add(request));
    this.#waiting.add(request);
  }

  #discount(request: Waiting): void {
    const others = this.#ofNetworks.get(request.network);
    others?.delete(request);
    if (others?.size === 0) this.#ofNetworks.delete(request.network);
    this.#waiting.delete(request);
  }

  #leave(request: Waiting): void {
    const { connection } = request;
    connection.waiting = connection.waiting.filter((one) => one !== request);
    this.#discount(request);
    if (connection.waiting.length === 0) this.#connections.rest(connection);
  }

  #forget(connection: Connection): void {
    // It is called when a connection is ended, and when that is done.
    if (!this.#connections.remove(connection)) return;
    for (const request of connection.waiting) {
      this.#discount(request);
      request.free();
    }
  }

  #end(connection: Connection | undefined, limit: Limit): void {
    if (!connection) return;
    const { socket } = connection;
    const isIdle = this.#connections.isIdle(connection);
    this.#forget(connection);
    dropUnread(socket);
    // A reset frees the kernel's buffers at once. With an idle connection they may
    // still hold the end of its last answer.
    if (isIdle) socket.destroy();
    else socket.resetAndDestroy();
    this.#options.telemetry.limited(limit);
  }
}
