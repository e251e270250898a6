import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Which connection ends when there are too many: the rules of door.ts. Each new
 * connection is judged, in a flood some thousand in a second. So nothing here passes
 * over connections: they are kept in the order in which they would end.
 */

/** Most connections of one network that are read. */
const mostOfNetwork = 250;

/**
 * Most connections in all, read or not. With a body of 64 KiB in each, they hold 128 MiB
 * of an instance's 512. Node and the service need about 200.
 */
const mostInAll = 2_000;

/** So many of them are for peers that `TRUST_PROXY` names. */
const keptForProxies = 1_000;

/**
 * Connections that a proxy may open beyond that. Only the head of a request tells whose
 * it is, so ending one before could hit anybody. Requests are limited too (door.ts).
 */
const untilRead = 500;

/** A network, or one peer that may stand for many clients. */
export type Peer = { name: string; kind: 'network' | 'private' | 'proxy' };

type Holder = Peer & {
  connections: number;
  /** How many of them are read. */
  read: number;
  /** Those without a request, the one that is so for longest first. */
  idle: Set<Connection>;
  /** Those whose newest request, or first one, has not arrived, in the same order. */
  incomplete: Set<Connection>;
  /** Those that wait until they are read, in the same order. */
  unread: Set<Connection>;
};

export type Connection = {
  socket: Socket;
  holder: Holder;
  /** Unanswered requests, oldest first. */
  waiting: Waiting[];
  /** `bytesRead` at the end of the newest answer. */
  answeredAt: number;
};

/** A request that waits for its answer. */
export type Waiting = {
  connection: Connection;
  /** The network of the client, whom a proxy names. */
  network: string;
  hasBody: boolean;
  isWhole: () => boolean;
  /** Frees its body, until it is given to the framework. */
  free: () => void;
  /** Gives it to the framework. */
  begin: () => void;
  hasBegun: boolean;
  response: ServerResponse;
};

/** A connection is idle if no byte of a next request has arrived. */
function firstIdle({ idle, incomplete }: Holder): Connection | undefined {
  for (const connection of idle) {
    if (connection.socket.bytesRead === connection.answeredAt) return connection;
    idle.delete(connection);
    incomplete.add(connection);
  }
  return undefined;
}

/** One whose request has arrived stays, until it is idle or sends another. */
function firstIncomplete({ incomplete }: Holder): Connection | undefined {
  for (const connection of incomplete) {
    if (!connection.waiting.at(-1)?.isWhole()) return connection;
    incomplete.delete(connection);
  }
  return undefined;
}

const firstRead = (holder: Holder) => firstIdle(holder) ?? firstIncomplete(holder);

function firstOf(holder: Holder): Connection | undefined {
  const [unread] = holder.unread;
  return firstRead(holder) ?? unread;
}

/** Open connections, by who holds them. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #holders = new Map<string, Holder>();
  readonly #hasProxies: boolean;
  #ofProxies = 0;

  /** @param hasProxies whether `TRUST_PROXY` names any peer */
  constructor(hasProxies: boolean) {
    this.#hasProxies = hasProxies;
  }

  get count(): number {
    return this.#open.size;
  }

  /** Undefined for a connection that has ended. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** A connection has opened. It is not read yet. */
  add(socket: Socket, peer: Peer): Connection {
    const holder = this.#holders.get(peer.name) ?? {
      ...peer,
      connections: 0,
      read: 0,
      idle: new Set(),
      incomplete: new Set(),
      unread: new Set(),
    };
    const connection: Connection = { socket, holder, waiting: [], answeredAt: 0 };
    this.#open.set(socket, connection);
    this.#holders.set(peer.name, holder);
    holder.connections += 1;
    if (peer.kind === 'proxy') this.#ofProxies += 1;
    holder.unread.add(connection);
    return connection;
  }

  /** From now on it is read. Returns the connection that must end because of it. */
  startReading(connection: Connection): Connection | undefined {
    const { holder } = connection;
    holder.unread.delete(connection);
    holder.incomplete.add(connection);
    holder.read += 1;
    const isBeyond = holder.kind === 'network' && holder.read > mostOfNetwork;
    return isBeyond ? firstRead(holder) : undefined;
  }

  /** Returns false if it was removed before. */
  remove(connection: Connection): boolean {
    const { socket, holder } = connection;
    if (!this.#open.delete(socket)) return false;
    holder.idle.delete(connection);
    holder.incomplete.delete(connection);
    if (!holder.unread.delete(connection)) holder.read -= 1;
    holder.connections -= 1;
    if (holder.kind === 'proxy') this.#ofProxies -= 1;
    if (holder.connections === 0) this.#holders.delete(holder.name);
    return true;
  }

  /** A head has arrived. */
  ask(connection: Connection): void {
    const { idle, incomplete } = connection.holder;
    idle.delete(connection);
    incomplete.delete(connection);
    incomplete.add(connection);
  }

  /** Every request has its answer. */
  rest(connection: Connection): void {
    const { holder, socket } = connection;
    if (!this.#open.has(socket)) return;
    connection.answeredAt = socket.bytesRead;
    holder.incomplete.delete(connection);
    holder.idle.add(connection);
  }

  isIdle(connection: Connection): boolean {
    return connection.holder.idle.has(connection);
  }

  /** The connection that must end because the newest one was opened. */
  beyondMost(newest: Connection): Connection | undefined {
    const { holder } = newest;
    const mostDirect = mostInAll - (this.#hasProxies ? keptForProxies : 0);
    const isDirect = holder.kind !== 'proxy' && this.count - this.#ofProxies > mostDirect;
    if (!isDirect && this.count <= mostInAll) return undefined;
    const most = this.#most(isDirect);
    if (holder.kind === 'proxy' && this.count <= mostInAll + untilRead) {
      return most && firstIdle(most);
    }
    return (most && firstOf(most)) ?? newest;
  }

  #most(isDirect: boolean): Holder | undefined {
    let most: Holder | undefined;
    for (const holder of this.#holders.values()) {
      const counts = !isDirect || holder.kind !== 'proxy';
      if (counts && holder.connections > (most?.connections ?? 0)) most = holder;
    }
    return most;
  }
}
