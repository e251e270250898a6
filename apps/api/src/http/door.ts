import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { rangesOf } from '@namecard/router';
import type { FastifyHttpOptions, FastifyServerFactory, RawServerDefault } from 'fastify';
import { awaitBody } from './await-body.ts';
import { senderOf } from './call.ts';
import { type Connection, Connections, type Peer, type Waiting } from './connections.ts';
import { dropUnread } from './drop-unread.ts';
import type { Peers } from './peers.ts';
import { Turns } from './turns.ts';
import { createUnreadServer } from './unread-server.ts';
import type { Metrics } from '../watch/metrics.ts';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/*
 * Problem: Node accepts every connection, and makes an object of every request
 * that it reads. 2 MB of pipelined requests from one address block the process and
 * fill its memory. A guard with a timer would not run meanwhile.
 *
 * Plan: count connections and unanswered requests, and judge the counts where they
 * grow. A connection is judged when it opens, and when it begins to be read
 * (connections.ts). Networks take turns to be read (turns.ts). Requests wait
 * until the piece of data that holds them is read, and their body. If a connection then
 * has too many, it ends before the framework sees any of them. With at most one body of
 * 64 KiB for each connection, the counts bound the bytes too. Then networks take turns
 * to be answered, whatever waits to be read.
 *
 * A proxy takes a connection that ends for an instance that fails, and sends it nothing
 * for seconds, from anybody. So no request that a proxy forwards counts in all: it sends
 * one on each connection, and calls beyond admission.ts get 503.
 *
 * Price: a client that pipelines more than ten requests loses its connection.
 */

/** Most unanswered requests of a connection. Browsers don't pipeline. */
const mostOfConnection = 10;

type Options = {
  peers: Peers;
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
};

type Limit = 'connections' | 'unanswered_requests' | 'unsent_bytes';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined ||
  (headers['content-length'] ?? '0') !== '0';

/** Limits connections, requests that wait for their answers, and answers' bytes. */
export class Door {
  readonly #connections: Connections;
  readonly #reading = new Turns();
  readonly #answering = new Turns();
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
      () => this.#connections.requests,
    );
    options.metrics?.addGauge(
      {
        name: 'namecard_unsent_bytes',
        help: 'Bytes held for answers that clients have not taken',
      },
      () => this.#connections.unsent,
    );
  }

  /** Makes Fastify's server, which lets in what this door allows. */
  serverFactory(options: FastifyHttpOptions<RawServerDefault>): FastifyServerFactory {
    return (handle) =>
      createUnreadServer(
        options,
        (message, response) =>
          this.#take(message, response, () => handle(message, response)),
        (socket, read) => this.#enter(socket, read),
      );
  }

  /** The answer, which waits to be sent, has so many bytes. */
  hold(message: IncomingMessage, bytes: number, owner: string): void {
    const connection = this.#connections.of(message.socket);
    const request = connection?.waiting.find((one) => one.message === message);
    if (!connection || !request) return;
    const more = bytes - request.unsent;
    let end = this.#connections.beyondMostBytes(more);
    while (end) {
      this.#end(end, 'unsent_bytes');
      end = this.#connections.beyondMostBytes(more);
    }
    if (message.socket.destroyed) return;
    connection.owner = owner;
    this.#connections.hold(request, bytes);
  }

  #enter(socket: Socket, read: () => void): void {
    this.#reading.noteOpened();
    this.#answering.noteOpened();
    const peer = this.#peerOf(socket.remoteAddress ?? '');
    const connection = this.#connections.add(socket, peer);
    // Nobody else listens before it is read.
    socket.on('error', () => {}).once('close', () => this.#forget(connection));
    this.#end(this.#connections.beyondMost(connection), 'connections');
    const readOpen = () => {
      if (socket.destroyed) return false;
      this.#end(this.#connections.startReading(connection), 'connections');
      read();
      return true;
    };
    // Another peer may stand for many clients.
    if (peer.kind === 'network') this.#reading.soon(readOpen, peer.name);
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
    const request: Waiting = { message, response, free: () => {}, unsent: 0 };
    this.#connections.ask(connection, request);
    response.once('close', () => this.#connections.answer(connection, request));
    const { waiting } = connection;
    const bodies = waiting.filter((one) => hasBody(one.message)).length;
    const refuse = () => this.#end(connection, 'unanswered_requests');
    if (waiting.length > mostOfConnection || bodies > 1) {
      refuse();
      return;
    }
    const arrived = () => {
      this.#end(this.#connections.beyondMostRequests(), 'unanswered_requests');
      // The rest of the piece is read first.
      this.#answering.soon(
        () => this.#begin(connection, request, begin),
        this.#networkOf(message, connection),
      );
    };
    if (hasBody(message)) request.free = awaitBody(message, { arrived, refuse });
    else arrived();
  }

  /** Gives the request to the framework. Returns false if its connection has ended. */
  #begin({ socket }: Connection, request: Waiting, begin: () => void): boolean {
    if (!this.#connections.of(socket)) return false;
    request.free = () => {};
    begin();
    return true;
  }

  #forget(connection: Connection): void {
    // It is called when a connection is ended, and when that is done.
    this.#connections.remove(connection);
    connection.waiting.forEach(({ free }) => free());
  }

  #end(connection: Connection | undefined, limit: Limit): void {
    if (!connection) return;
    const { socket, holder } = connection;
    const isIdle = holder.idle.has(connection);
    this.#forget(connection);
    dropUnread(socket);
    // A reset frees the kernel's buffers at once. With an idle connection they may
    // still hold the end of its last answer.
    if (isIdle) socket.destroy();
    else socket.resetAndDestroy();
    this.#options.telemetry.limited(limit);
  }
}
