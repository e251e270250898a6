import type { Socket } from 'node:net';
import { type Pool, rangesOf } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from './call.ts';
import { largestAtOnce } from './compression.ts';
import type { Metrics } from '../watch/metrics.ts';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom the answer belongs to, once that is known. */
    accountId: string | undefined;
    /** The procedure that is called, once the account is known; of a batch the last one. */
    procedure: string | undefined;
    /** Bytes that its answer holds until the client has taken them. */
    heldBytes: number;
  }
}

const mebibyte = 1024 * 1024;

/**
 * Bytes that answers may hold until clients have taken them: of one account or network, and of all. Node itself has some 200 MiB
 * of the 512 that an instance may take.
 */
const budgets = { each: 16 * mebibyte, all: 64 * mebibyte };

/** Resident bytes of an unfinished answer's request, reply and headers, measured with 3,000 pipelined ones. */
const overhead = 8 * 1024;

/** Bytes that Brotli holds while it compresses an answer in pieces, measured up to 10 MB. */
const compressing = 2 * mebibyte;

/** Bytes in a second that a client takes at least while more waits for it. */
const slowest = 16_000;

/** What Node counts of a connection's writes: `writeQueueSize` bytes of `bytesWritten` wait for the kernel (docs/work/libraries.md). */
const Progress = z.object({ bytesWritten: z.number(), writeQueueSize: z.number() });

const progressOf = (socket: Socket) =>
  Progress.safeParse(Reflect.get(socket, '_handle')).data ?? {
    bytesWritten: 0,
    writeQueueSize: 0,
  };

type Connection = {
  /** The request whose answer was begun last; undefined where all is sent. */
  request: FastifyRequest | undefined;
  held: number;
  /** Bytes that the kernel had taken when the present window began. */
  taken: number;
  since: number;
};

/** 0 of one in pieces. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    return Buffer.byteLength(payload);
  }
  return 0;
}

/** What an answer holds until it is sent. One in pieces was held by the batch that made it, which alone knows its size. */
function sizeOf({ headers, heldBytes }: FastifyRequest, bytes: number): number {
  const size = bytes || heldBytes;
  const isInPieces = size > largestAtOnce && headers['accept-encoding'] !== undefined;
  return overhead + size + (isInPieces ? compressing : 0);
}

const ownerOf = (request: FastifyRequest): string =>
  request.accountId ?? rangesOf(clientAddress(request)).network;

type Limit = 'unsent_bytes' | 'slow_readers';

/** The connections on which something was answered, and what each holds. */
class Unsent {
  held = 0;
  readonly #connections = new Map<Socket, Connection>();
  readonly #limited: (limit: Limit) => void;

  constructor(limited: (limit: Limit) => void) {
    this.#limited = limited;
  }

  /** Adds bytes to what a request's answer holds; ends connections where that is beyond a budget. */
  hold(request: FastifyRequest, size: number): void {
    const { socket } = request.raw;
    // Nobody is beyond a budget of their own while all together are within it.
    if (this.held + size > budgets.each) {
      const owner = ownerOf(request);
      this.#makeRoom(size, budgets.each, (other) => ownerOf(other) === owner);
      this.#makeRoom(size, budgets.all, () => true);
    }
    if (!socket.destroyed) {
      const connection = this.#connections.get(socket) ?? this.#begin(socket);
      connection.request = request;
      connection.held += size;
      request.heldBytes += size;
      this.held += size;
    }
  }

  /** Counts bytes that a request held as free again, all unless told: they are sent. */
  release(request: FastifyRequest, bytes = request.heldBytes): void {
    const connection = this.#connections.get(request.raw.socket);
    if (connection) {
      connection.held -= bytes;
      request.heldBytes -= bytes;
      this.held -= bytes;
      if (connection.held === 0) {
        connection.request = undefined;
      }
    }
  }

  /** Ends connections that took too little in the last so many milliseconds, while more waited all the time. */
  endSlow(window: number): void {
    const now = performance.now();
    for (const [socket, connection] of this.#connections) {
      const { bytesWritten, writeQueueSize } = progressOf(socket);
      const taken = bytesWritten - writeQueueSize;
      if (writeQueueSize > 0 && now - connection.since < window) {
        continue;
      }
      if (writeQueueSize > 0 && (taken - connection.taken) * 1_000 < slowest * window) {
        this.#end(socket, 'slow_readers');
      } else {
        connection.taken = taken;
        connection.since = now;
      }
    }
  }

  #begin(socket: Socket): Connection {
    const connection = {
      request: undefined,
      held: 0,
      taken: 0,
      since: performance.now(),
    };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#forget(socket));
    return connection;
  }

  #forget(socket: Socket): void {
    this.held -= this.#connections.get(socket)?.held ?? 0;
    this.#connections.delete(socket);
  }

  #end(socket: Socket, limit: Limit): void {
    this.#forget(socket);
    // Not only closed: the kernel, too, would keep what it has taken.
    socket.resetAndDestroy();
    this.#limited(limit);
  }

  /** Ends connections until so many bytes more fit into the budget of those that it counts for: of whoever holds the most, the one that does. */
  #makeRoom(
    size: number,
    budget: number,
    counts: (request: FastifyRequest) => boolean,
  ): void {
    for (;;) {
      let total = size;
      const owners = new Map<string, { held: number; socket: Socket; most: number }>();
      for (const [socket, { request, held }] of this.#connections) {
        if (request && counts(request)) {
          const owner = ownerOf(request);
          const theirs = owners.get(owner) ?? { held: 0, socket, most: 0 };
          const largest = held > theirs.most ? { socket, most: held } : theirs;
          owners.set(owner, { ...largest, held: theirs.held + held });
          total += held;
        }
      }
      const [first] = [...owners.values()].toSorted(
        (one, other) => other.held - one.held,
      );
      if (total <= budget || !first) {
        return;
      }
      this.#end(first.socket, 'unsent_bytes');
    }
  }
}

/**
 * Counts bytes of a procedure's answer that is not sent yet. What it returns counts them as free again; else they are with the end
 * of the request.
 */
export type Hold = (
  request: FastifyRequest,
  bytes: number,
  procedure?: string,
) => () => void;

/** Whose answer is charged: an account or, where none is known, who reads from that IP address. */
export type Charged = {
  ip: string;
  pool: Pool;
  actor?: string | undefined;
  /** What gave the answer, where an account called it. */
  procedure?: string | undefined;
};

type Options = {
  admission: {
    /** Has whoever it is wait until this large answer is paid for. */
    charge(charged: Charged, bytes: number): void;
  };
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
  /** Milliseconds over which a client's speed is measured; 10,000 unless given. */
  window?: number;
};

/**
 * Bounds what the process holds for clients that don't read. Where an answer would go beyond a budget, connections end, the one
 * that holds the most first; so does one that takes too little while more waits.
 */
export function boundUnsent(
  app: FastifyInstance,
  { admission, telemetry, metrics, window = 10_000 }: Options,
): Hold {
  const unsent = new Unsent((limit) => telemetry.limited(limit));
  metrics?.addGauge(
    {
      name: 'namecard_unsent_bytes',
      help: 'Bytes held for answers that clients have not taken',
    },
    () => unsent.held,
  );
  app.decorateRequest('accountId', undefined);
  app.decorateRequest('procedure', undefined);
  app.decorateRequest('heldBytes', 0);
  const charge = (
    request: FastifyRequest,
    bytes: number,
    procedure = request.procedure,
  ): void => {
    if (bytes > largestAtOnce) {
      const pool = request.routeOptions.config?.runsCalls ? 'foreground' : 'document';
      const asker = {
        ip: clientAddress(request),
        pool,
        actor: request.accountId,
        procedure,
      } as const;
      admission.charge(asker, bytes);
    }
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    const bytes = bytesOf(payload);
    if (request.method !== 'HEAD') {
      // Of a file in pieces its header tells the size.
      charge(request, bytes || Number(reply.getHeader('content-length') ?? 0));
    }
    unsent.hold(request, sizeOf(request, bytes) - request.heldBytes);
    done(null, payload);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    unsent.release(request);
    done();
  });
  const timer = setInterval(() => unsent.endSlow(window), window / 10).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
  return (request, bytes, procedure) => {
    charge(request, bytes, procedure);
    unsent.hold(request, bytes);
    return () => unsent.release(request, bytes);
  };
}
