import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Ranges, rangesOf } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './call.ts';
import { type Peers, readPeers } from './peers.ts';
import {
  bounds,
  type Connection,
  heldBy,
  inOrder,
  type Measure,
  measures,
  stateOf,
} from './unread-order.ts';
import type { Metrics } from '../watch/metrics.ts';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/*
 * Problem: Node keeps the received part of each unfinished request, without a
 * limit for the sum: 4,300 half-sent bodies from one address are 258 MB.
 *
 * Plan: count what each connection has received since its last finished request.
 * `socket.bytesRead` has the exact number, for heads, bodies, chunks and refused
 * bodies. A look every 50 ms adds them up. A network above its limit loses
 * connections until the rest fits. Above the limit for all, the network that holds
 * the most loses them. In a network, the IP address that holds the most loses them
 * first: idle ones, then the one that has been silent longest (unread-order.ts). A
 * client that keeps sending is not silent, unless its body arrives very slowly.
 *
 * Price: a pass over all connections every 50 ms, about 0.2 µs each. Data that
 * arrives between two looks can exceed the limits.
 */

/** Milliseconds between two looks at all connections. */
const interval = 50;

/** Most unanswered requests of a connection. A client may send before it reads. */
const mostUnanswered = 1_000;

/** The connections of an IP address. `weight` is how much of a limit they use. */
type Holder = { weight: number; connections: Connection[]; isSorted: boolean };

type Network = { weight: number; isBounded: boolean; addresses: Map<string, Holder> };

const heaviest = <Item extends { weight: number }>(
  items: Iterable<Item>,
): Item | undefined => {
  let most: Item | undefined;
  for (const item of items) {
    if (!most || item.weight > most.weight) {
      most = item;
    }
  }
  return most;
};

class Connections {
  held = 0;
  readonly #connections = new Map<Socket, Connection>();
  readonly #peers: Peers;
  readonly #limited: (limit: Measure['limit']) => void;

  constructor(peers: Peers, limited: (limit: Measure['limit']) => void) {
    this.#peers = peers;
    this.#limited = limited;
  }

  get size(): number {
    return this.#connections.size;
  }

  open(socket: Socket): Connection {
    const now = performance.now();
    const connection: Connection = {
      socket,
      openedAt: now,
      receivedAt: now,
      read: 0,
      newest: 0,
      before: 0,
      finished: 0,
      unfinished: [],
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#connections.delete(socket));
    return connection;
  }

  /**
   * Notes a request whose head has arrived. Its bytes count from where the request
   * before it began, or from where all were finished. Requests that Node reads from
   * one piece count from the same point.
   */
  begin(message: IncomingMessage, response: ServerResponse): void {
    const { socket } = message;
    const connection = this.#connections.get(socket) ?? this.open(socket);
    if (socket.bytesRead !== connection.newest) {
      connection.before = connection.newest;
      connection.newest = socket.bytesRead;
    }
    const unfinished = { message, from: connection.before, at: performance.now() };
    connection.unfinished.push(unfinished);
    // One piece may hold thousands of requests, so the next look would be too
    // late.
    if (connection.unfinished.length > mostUnanswered) {
      this.#end(connection);
      this.#limited('unread_bytes');
    }
    response.once('close', () => {
      connection.unfinished.splice(connection.unfinished.indexOf(unfinished), 1);
      if (connection.unfinished.length === 0) {
        connection.finished = socket.bytesRead;
        connection.newest = socket.bytesRead;
      }
    });
  }

  /** Notes the client of a request. A proxy names it in the head. */
  recognise(request: FastifyRequest): void {
    const newest = this.#connections.get(request.raw.socket)?.unfinished.at(-1);
    if (newest?.message === request.raw) {
      newest.request = request;
    }
  }

  /** Adds up all connections and ends those above the limits. */
  look(): void {
    const now = performance.now();
    this.held = 0;
    for (const connection of this.#connections.values()) {
      const { bytesRead } = connection.socket;
      if (bytesRead !== connection.read) {
        connection.read = bytesRead;
        connection.receivedAt = now;
      }
      this.held += heldBy(connection);
    }
    if (this.held > bounds.bytes.network || this.size > bounds.connections.network) {
      measures.forEach((measure) => this.#keepWithin(measure, now));
    }
  }

  #keepWithin(measure: Measure, now: number): void {
    const networks = this.#groupBy(measure);
    let all = 0;
    for (const network of networks.values()) {
      while (network.isBounded && network.weight > measure.bound.network) {
        this.#endOneOf(network, measure, now);
      }
      all += network.weight;
    }
    while (all > measure.bound.all) {
      const network = heaviest(networks.values());
      if (!network) {
        return;
      }
      all -= this.#endOneOf(network, measure, now);
    }
  }

  #groupBy({ weigh }: Measure): Map<string, Network> {
    const networks = new Map<string, Network>();
    for (const connection of this.#connections.values()) {
      const weight = weigh(connection);
      if (weight === 0) {
        continue;
      }
      const { ranges, isBounded } = this.#ownerOf(connection);
      const network = networks.get(ranges.network) ?? {
        weight: 0,
        isBounded,
        addresses: new Map<string, Holder>(),
      };
      const holder = network.addresses.get(ranges.address) ?? {
        weight: 0,
        connections: [],
        isSorted: false,
      };
      network.weight += weight;
      holder.weight += weight;
      holder.connections.push(connection);
      network.addresses.set(ranges.address, holder);
      networks.set(ranges.network, network);
    }
    return networks;
  }

  /**
   * The owner is the client named by a trusted proxy, otherwise the peer. A
   * private address, or a proxy that has named no client yet, may stand for many
   * clients. So only the limits for all clients apply to it.
   */
  #ownerOf({ socket, unfinished: [oldest] }: Connection): {
    ranges: Ranges;
    isBounded: boolean;
  } {
    const { remoteAddress = '' } = socket;
    const named =
      oldest?.request && this.#peers.isTrusted(remoteAddress)
        ? clientAddress(oldest.request)
        : undefined;
    const ip = named ?? remoteAddress;
    const isBounded = !this.#peers.isTrusted(ip) && !this.#peers.isPrivate(ip);
    return { ranges: rangesOf(isBounded ? ip : `many behind ${ip}`), isBounded };
  }

  /** Ends one connection of the address that holds most. Returns its weight. */
  #endOneOf(network: Network, measure: Measure, now: number): number {
    const holder = heaviest(network.addresses.values());
    if (holder && !holder.isSorted) {
      // Reversed, because `pop` takes the last one.
      holder.connections = inOrder(holder.connections, measure, now).toReversed();
      holder.isSorted = true;
    }
    const connection = holder?.connections.pop();
    if (!holder || !connection) {
      return Number.POSITIVE_INFINITY;
    }
    const weight = measure.weigh(connection);
    holder.weight -= weight;
    network.weight -= weight;
    this.#end(connection);
    this.#limited(measure.limit);
    return weight;
  }

  #end(connection: Connection): void {
    this.#connections.delete(connection.socket);
    this.held -= heldBy(connection);
    if (stateOf(connection) === 'idle') {
      connection.socket.destroy();
      return;
    }
    // A reset frees the kernel's buffers at once. A plain close may not.
    connection.socket.resetAndDestroy();
  }
}

type Options = {
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
  /** Addresses and CIDR ranges of proxies that name their clients. */
  trustProxy: readonly string[];
};

/** Limits open connections and the bytes of unfinished requests. */
export function boundUnread(
  app: FastifyInstance,
  { telemetry, metrics, trustProxy }: Options,
): void {
  const connections = new Connections(readPeers(trustProxy), (limit) =>
    telemetry.limited(limit),
  );
  metrics?.addGauge(
    {
      name: 'namecard_unread_bytes',
      help: 'Memory for requests that are not finished, by estimate',
    },
    () => connections.held,
  );
  metrics?.addGauge(
    {
      name: 'namecard_connections',
      help: 'Connections that clients hold open',
    },
    () => connections.size,
  );
  app.server.on('connection', (socket) => void connections.open(socket));
  // Node has a separate event for requests with an unknown Expect header.
  for (const event of ['request', 'checkExpectation'] as const) {
    app.server.prependListener(event, (message, response) =>
      connections.begin(message, response),
    );
  }
  app.addHook('onRequest', (request, _reply, done) => {
    connections.recognise(request);
    done();
  });
  const timer = setInterval(() => connections.look(), interval).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
