import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Which connection ends when there are too many: the rules of door.ts. Each new
 * connection is judged, in a flood some thousand in a second. So they are kept in the
 * order in which they would end. Only if none of the largest network can end but slow
 * readers, they are looked for.
 */

/** Most connections of one network that are read. */
const mostOfNetwork = 250;

/**
 * Most connections in all, read or not. With a body of 64 KiB in each, they hold 128 MiB
 * of an instance's 512. Node and the service need about 200.
 */
const mostInAll = 2_000;

/** Most unanswered requests that no proxy forwards. A proxy sends one on a connection. */
const mostRequests = 2_000;

/** So many connections are for peers that `TRUST_PROXY` names. */
const keptForProxies = 1_000;

/**
 * Connections that a proxy may open beyond that. Only the head of a request tells whose
 * it is, so ending one before could hit anybody. Then its calls wait by network
 * (admission.ts).
 */
const untilRead = 500;

/** Bytes that unsent answers may hold. */
const mostUnsent = 64 * 1024 * 1024;

/** A network, or one peer that may stand for many clients. */
export type Peer = { name: string; kind: 'network' | 'private' | 'proxy' };

type Holder = Peer & {
  connections: number;
  /** Connections that are read. */
  read: number;
  /** Unanswered requests. */
  requests: number;
  /** Those without a request, the one that is so for longest first. */
  idle: Set<Connection>;
  /** Those whose newest request, or first one, has not arrived, in the same order. */
  incomplete: Set<Connection>;
};

export type Connection = {
  socket: Socket;
  holder: Holder;
  isRead: boolean;
  /** The account or network of the newest answer. */
  owner: string;
  /** Unanswered requests, oldest first. */
  waiting: Waiting[];
  /** `bytesRead` at the end of the newest answer. */
  answeredAt: number;
};

/** A request that waits for its answer. */
export type Waiting = {
  message: IncomingMessage;
  response: ServerResponse;
  /** Frees its body, until it is given to the framework. */
  free: () => void;
  /** Bytes of its answer. They count until all of it is sent. */
  unsent: number;
};

const unsentOf = ({ waiting }: Connection): number =>
  waiting.reduce((sum, { unsent }) => sum + unsent, 0);

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
    if (!connection.waiting.at(-1)?.message.complete) return connection;
  }
  return undefined;
}

/** The connections of a holder are read in their order, so one that is read comes first. */
const firstOf = (holder: Holder) => firstIdle(holder) ?? firstIncomplete(holder);

/**
 * The item with the largest size; of equal ones the oldest, so that newcomers get in
 * beside 2,000 networks with a connection each. Undefined if all are 0.
 */
function largest<Item>(
  items: Iterable<Item>,
  sizeOf: (item: Item) => number,
): Item | undefined {
  let most: Item | undefined;
  let size = 0;
  for (const item of items) {
    if (sizeOf(item) <= size) continue;
    most = item;
    size = sizeOf(item);
  }
  return most;
}

/** Open connections, by who holds them. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #holders = new Map<string, Holder>();
  /** Of all peers but proxies. */
  readonly #direct = { connections: 0, requests: 0 };
  readonly #mostDirect: number;
  /** Bytes of answers that wait to be sent. */
  unsent = 0;

  /** @param hasProxies whether `TRUST_PROXY` names any peer */
  constructor(hasProxies: boolean) {
    this.#mostDirect = mostInAll - (hasProxies ? keptForProxies : 0);
  }

  get count(): number {
    return this.#open.size;
  }

  /** Unanswered requests. */
  get requests(): number {
    return [...this.#holders.values()].reduce((sum, { requests }) => sum + requests, 0);
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
      requests: 0,
      idle: new Set(),
      incomplete: new Set(),
    };
    const connection: Connection = {
      socket,
      holder,
      isRead: false,
      owner: peer.name,
      waiting: [],
      answeredAt: 0,
    };
    this.#open.set(socket, connection);
    this.#holders.set(peer.name, holder);
    this.#count('connections', holder, 1);
    holder.incomplete.add(connection);
    return connection;
  }

  /** From now on it is read. Returns the connection that must end because of it. */
  startReading(connection: Connection): Connection | undefined {
    const { holder } = connection;
    connection.isRead = true;
    holder.read += 1;
    const isBeyond = holder.kind === 'network' && holder.read > mostOfNetwork;
    return isBeyond ? firstOf(holder) : undefined;
  }

  /** It may have been removed before. */
  remove(connection: Connection): void {
    const { socket, holder, waiting } = connection;
    if (!this.#open.delete(socket)) return;
    holder.idle.delete(connection);
    holder.incomplete.delete(connection);
    if (connection.isRead) holder.read -= 1;
    this.unsent -= unsentOf(connection);
    this.#count('requests', holder, -waiting.length);
    this.#count('connections', holder, -1);
    if (holder.connections === 0) this.#holders.delete(holder.name);
  }

  /** A head has arrived. */
  ask(connection: Connection, request: Waiting): void {
    const { holder, waiting } = connection;
    waiting.push(request);
    this.#count('requests', holder, 1);
    holder.idle.delete(connection);
    holder.incomplete.add(connection);
  }

  /** A request has its answer. */
  answer(connection: Connection, request: Waiting): void {
    const { holder, socket, waiting } = connection;
    if (!this.#open.has(socket)) return;
    waiting.splice(waiting.indexOf(request), 1);
    this.unsent -= request.unsent;
    this.#count('requests', holder, -1);
    if (waiting.length > 0) return;
    connection.answeredAt = socket.bytesRead;
    holder.incomplete.delete(connection);
    holder.idle.add(connection);
  }

  /** The connection that must end because the newest one was opened. */
  beyondMost(newest: Connection): Connection | undefined {
    const isProxys = newest.holder.kind === 'proxy';
    const isBeyond = this.#direct.connections > this.#mostDirect;
    if (!isBeyond && this.count <= mostInAll) return undefined;
    const most = this.#most('connections', isBeyond);
    if (isProxys && this.count <= mostInAll + untilRead) return most && firstIdle(most);
    return (most && (firstOf(most) ?? this.#firstSlow(most))) ?? newest;
  }

  /** The connection that must end because too many requests wait. */
  beyondMostRequests(): Connection | undefined {
    if (this.#direct.requests <= mostRequests) return undefined;
    const most = this.#most('requests', true);
    return largest(this.#open.values(), ({ holder, waiting }) =>
      holder === most ? waiting.length : 0,
    );
  }

  /** The answer has so many bytes. */
  hold(request: Waiting, bytes: number): void {
    this.unsent += bytes - request.unsent;
    request.unsent = bytes;
  }

  /** The connection that must end before so many more bytes wait to be sent. */
  beyondMostBytes(more: number): Connection | undefined {
    if (this.unsent + more <= mostUnsent) return undefined;
    const owners = Map.groupBy(this.#open.values(), ({ owner }) => owner);
    const bytesOf = (theirs: Connection[]) =>
      theirs.reduce((sum, one) => sum + unsentOf(one), 0);
    return largest(largest(owners.values(), bytesOf) ?? [], unsentOf);
  }

  /** The first whose answer has begun, and waits to be read. */
  #firstSlow(holder: Holder): Connection | undefined {
    return [...this.#open.values()].find(
      (one) => one.holder === holder && one.waiting[0]?.response.headersSent,
    );
  }

  #count(what: 'connections' | 'requests', holder: Holder, by: number): void {
    holder[what] += by;
    if (holder.kind !== 'proxy') this.#direct[what] += by;
  }

  #most(what: 'connections' | 'requests', isDirect: boolean): Holder | undefined {
    return largest(this.#holders.values(), (holder) =>
      isDirect && holder.kind === 'proxy' ? 0 : holder[what],
    );
  }
}
