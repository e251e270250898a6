import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/* What a connection holds, and which one ends first: the rules of unread.ts. */

const mebibyte = 1024 * 1024;

/**
 * Limits for one network and for all clients together. An instance stays below
 * 512 MiB: about 200 for Node and the service, 64 for unread answers, 64 for
 * unfinished requests, 40 for 4,000 connections. The rest is room for garbage.
 */
export const bounds = {
  bytes: { network: 16 * mebibyte, all: 64 * mebibyte },
  connections: { network: 400, all: 4_000 },
};

/** Milliseconds without data after which a client counts as silent. */
const patience = 2_000;

/**
 * Bytes per second. A slower body counts as silent. A body of 64 KiB needs at
 * least 3,277 to arrive within the allowed 20 s.
 */
const slowest = 6_000;

/** Milliseconds without data. Then a connection without requests counts as idle. */
const idleAfter = 500;

/** Resident bytes of an unanswered request, measured with 3,000 of them. */
const overhead = 8 * 1024;

type Unfinished = {
  message: IncomingMessage;
  request?: FastifyRequest;
  from: number;
  at: number;
};

export type Connection = {
  socket: Socket;
  openedAt: number;
  /** When a look last found new bytes. */
  receivedAt: number;
  /** `bytesRead` at the last look. */
  read: number;
  /** `bytesRead` when the newest request began, or when all were finished. */
  newest: number;
  /** `newest` before the newest request. Requests in one piece of data share it. */
  before: number;
  /** `bytesRead` when the last remaining request ended. */
  finished: number;
  /** Unanswered requests, oldest first. */
  unfinished: Unfinished[];
};

/** Bytes of unfinished requests, plus the overhead of all of them but one. */
export const heldBy = ({ read, unfinished, finished }: Connection): number =>
  read -
  (unfinished[0]?.from ?? finished) +
  overhead * Math.max(0, unfinished.length - 1);

export function stateOf(connection: Connection): 'idle' | 'head' | 'body' | 'answer' {
  const newest = connection.unfinished.at(-1);
  if (newest?.message.complete) {
    return 'answer';
  }
  if (newest) {
    return 'body';
  }
  if (heldBy(connection) > 0) {
    return 'head';
  }
  return 'idle';
}

/** Whether a body arrives at less than `slowest`. False during the first 2 s. */
function isTooSlow(connection: Connection, now: number): boolean {
  const newest = connection.unfinished.at(-1);
  if (!newest || newest.message.complete) {
    return false;
  }
  const milliseconds = now - newest.at;
  return milliseconds > patience && heldBy(connection) * 1_000 < milliseconds * slowest;
}

/** The use of a limit, and which connection ends first. */
export type Measure = {
  limit: 'unread_bytes' | 'connections';
  bound: { network: number; all: number };
  weigh: (connection: Connection) => number;
  /**
   * At equal rank the connection with the highest value ends first. Of idle and of
   * silent connections, the one that has been silent longest ends first.
   */
  haste: (connection: Connection, now: number) => number;
};

export const measures: Measure[] = [
  {
    limit: 'unread_bytes',
    bound: bounds.bytes,
    weigh: heldBy,
    // The fastest: a flood sends everything at once, a slow phone does not.
    haste: (connection, now) => heldBy(connection) / (now - connection.openedAt + 1),
  },
  {
    limit: 'connections',
    bound: bounds.connections,
    weigh: () => 1,
    // The newest: clients from before a flood stay connected.
    haste: ({ openedAt }) => openedAt,
  },
];

/**
 * Idle connections end first, then silent ones, then those without a complete
 * head. Ending a connection that waits for its answer frees no bytes.
 */
function rankOf(connection: Connection, { silence, limit, now }: Ranking): number {
  const state = stateOf(connection);
  if (state === 'idle' && silence >= idleAfter) {
    return 0;
  }
  if (state === 'answer' && limit === 'unread_bytes') {
    return 4;
  }
  if (silence >= patience || isTooSlow(connection, now)) {
    return 1;
  }
  if (state === 'head') {
    return 2;
  }
  return 3;
}

type Ranking = { silence: number; limit: Measure['limit']; now: number };

export function inOrder(
  connections: Connection[],
  { limit, haste }: Measure,
  now: number,
): Connection[] {
  const ranked = connections.map((connection) => {
    const silence = now - connection.receivedAt;
    const rank = rankOf(connection, { silence, limit, now });
    return { connection, rank, urgency: rank < 2 ? silence : haste(connection, now) };
  });
  return ranked
    .toSorted((one, other) => one.rank - other.rank || other.urgency - one.urgency)
    .map(({ connection }) => connection);
}
