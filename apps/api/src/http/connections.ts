import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/* Which connection ends when there are too many: the rules of door.ts. */

/** Most connections of one network. */
const mostOfNetwork = 250;

/**
 * Most connections in all. With a body of 64 KiB in each, they hold 128 MiB of an
 * instance's 512. Node and the service need about 200.
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
export type Holder = {
  name: string;
  kind: 'network' | 'private' | 'proxy';
  connections: Set<Connection>;
};

export type Connection = {
  socket: Socket;
  holder: Holder;
  /** Unanswered requests, oldest first. */
  waiting: Waiting[];
  /** When it was opened or last answered, and `bytesRead` then. */
  quiet: { since: number; bytes: number };
};

/** A request that waits for its answer. */
export type Waiting = {
  connection: Connection;
  /** The network of the client, whom a proxy names. */
  network: string;
  since: number;
  hasBody: boolean;
  isWhole: () => boolean;
  /** Gives it to the framework. */
  begin: () => void;
  hasBegun: boolean;
  response: ServerResponse;
};

type State = 'idle' | 'incomplete' | 'whole';

/**
 * The state of its newest request. A connection that never sent any is not idle: its
 * first head may just not be read yet.
 */
export function stateOf({ socket, waiting, quiet }: Connection): State {
  const newest = waiting.at(-1);
  if (newest) return newest.isWhole() ? 'whole' : 'incomplete';
  const isIdle = quiet.bytes > 0 && socket.bytesRead === quiet.bytes;
  return isIdle ? 'idle' : 'incomplete';
}

type Oldest = Partial<Record<State, { connection: Connection; since: number }>>;

function oldestOf({ connections }: Holder): Oldest {
  const oldest: Oldest = {};
  for (const connection of connections) {
    const { since } = connection.waiting.at(-1) ?? connection.quiet;
    const state = stateOf(connection);
    if (since < (oldest[state]?.since ?? Infinity)) oldest[state] = { connection, since };
  }
  return oldest;
}

/** The connection that is idle for longest, else incomplete for longest. */
function firstOf(holder: Holder): Connection | undefined {
  const { idle, incomplete } = oldestOf(holder);
  return (idle ?? incomplete)?.connection;
}

const countOf = (holders: readonly Holder[]) =>
  holders.reduce((sum, { connections }) => sum + connections.size, 0);

/**
 * The connection that must end because the newest one was opened.
 * @param hasProxies whether `TRUST_PROXY` names any peer
 */
export function beyondMost(
  all: readonly Holder[],
  newest: Connection,
  hasProxies: boolean,
): Connection | undefined {
  const { holder } = newest;
  if (holder.kind === 'network' && holder.connections.size > mostOfNetwork) {
    return firstOf(holder) ?? newest;
  }
  const direct = all.filter(({ kind }) => kind !== 'proxy');
  const mostDirect = mostInAll - (hasProxies ? keptForProxies : 0);
  const isDirect = holder.kind !== 'proxy' && countOf(direct) > mostDirect;
  if (!isDirect && countOf(all) <= mostInAll) return undefined;
  const most = (isDirect ? direct : all).reduce((one, other) =>
    other.connections.size > one.connections.size ? other : one,
  );
  if (holder.kind === 'proxy' && countOf(all) <= mostInAll + untilRead) {
    return oldestOf(most).idle?.connection;
  }
  return firstOf(most) ?? newest;
}
