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

export type Connection = {
  socket: Socket;
  /** The peer's network, or the one address of a peer with many clients. */
  holder: string;
  kind: 'network' | 'private' | 'proxy';
  /** Unanswered requests, oldest first. */
  waiting: Set<Waiting>;
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
};

/** The group with most members; of equal ones the newest. */
export function largest<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => unknown,
): Item[] {
  return [...Map.groupBy(items, keyOf).values()].reduce(
    (most, group) => (group.length >= most.length ? group : most),
    [],
  );
}

type State = 'idle' | 'incomplete' | 'whole';

/**
 * The state of its newest request. A connection that never sent any is not idle: its
 * first head may just not be read yet.
 */
export function stateOf({ socket, waiting, quiet }: Connection): State {
  const newest = [...waiting].at(-1);
  if (newest) return newest.isWhole() ? 'whole' : 'incomplete';
  const isIdle = quiet.bytes > 0 && socket.bytesRead === quiet.bytes;
  return isIdle ? 'idle' : 'incomplete';
}

const sinceOf = ({ waiting, quiet }: Connection) => ([...waiting].at(-1) ?? quiet).since;

/** The longest in this state. */
const longest = (connections: readonly Connection[], state: State) =>
  connections
    .filter((connection) => stateOf(connection) === state)
    .toSorted((one, other) => sinceOf(one) - sinceOf(other))
    .at(0);

/** Never one whose request is whole. */
const firstOf = (connections: readonly Connection[]) =>
  longest(connections, 'idle') ?? longest(connections, 'incomplete');

/**
 * The connection that must end because the newest one was opened.
 * @param hasProxies whether `TRUST_PROXY` names any peer
 */
export function beyondMost(
  open: readonly Connection[],
  newest: Connection,
  hasProxies: boolean,
): Connection | undefined {
  if (open.length <= mostOfNetwork) return undefined;
  const { holder, kind } = newest;
  const neighbours = open.filter((other) => other.holder === holder);
  if (kind === 'network' && neighbours.length > mostOfNetwork) {
    return firstOf(neighbours) ?? newest;
  }
  const direct = open.filter((other) => other.kind !== 'proxy');
  const mostDirect = mostInAll - (hasProxies ? keptForProxies : 0);
  const isDirect = kind !== 'proxy' && direct.length > mostDirect;
  if (!isDirect && open.length <= mostInAll) return undefined;
  const most = largest(isDirect ? direct : open, (other) => other.holder);
  return firstOf(most) ?? newest;
}
