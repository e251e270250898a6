import type { Socket } from 'node:net';
import { rangesOf } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientAddress } from './call.ts';
import { largestAtOnce } from './compression.ts';
import type { Metrics } from '../watch/metrics.ts';
import type { ServiceTelemetry } from '../watch/telemetry.ts';

/*
 * Problem: Node keeps each answer in memory until the client has read it. Clients
 * that ask for large answers and read nothing could use up the memory.
 *
 * Plan: count the bytes of each answer from the moment it is ready until it is
 * sent. If all together exceed the budget, connections end until the rest fits. Each
 * time the account or network with the most bytes loses its largest connection. A
 * connection that reads too slowly ends too.
 *
 * Price: a client below 16 kB/s loses its connection if more data waits for it all
 * the time.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the answer, once known. */
    accountId: string | undefined;
    /** Bytes counted for the answer. They count until all of it is sent. */
    heldBytes: number;
  }
}

const mebibyte = 1024 * 1024;

/**
 * Bytes that unsent answers may hold. Node itself uses about 200 MiB of 512. The door
 * bounds their number.
 */
const budget = 64 * mebibyte;

/** Bytes that gzip holds for a stream. */
const compressing = 256 * 1024;

/** The slowest allowed reading, in bytes per second, while more data waits. */
const slowest = 16_000;

/**
 * `writeQueueSize` of the written bytes still wait for the kernel
 * (docs/work/libraries.md).
 */
const Progress = z.object({ bytesWritten: z.number(), writeQueueSize: z.number() });

const progressOf = (socket: Socket) =>
  Progress.safeParse(Reflect.get(socket, '_handle')).data ?? {
    bytesWritten: 0,
    writeQueueSize: 0,
  };

type Connection = {
  /** The request of the newest answer; undefined if everything is sent. */
  request: FastifyRequest | undefined;
  held: number;
  /** Bytes that the kernel had taken at the start of this window. */
  taken: number;
  since: number;
};

/** 0 for a stream. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) {
    return Buffer.byteLength(payload);
  }
  return 0;
}

/** A batch has counted its answers before, in `heldBytes`. */
function sizeOf({ headers, heldBytes }: FastifyRequest, bytes: number): number {
  const size = bytes || heldBytes;
  const isInPieces = size > largestAtOnce && headers['accept-encoding'] !== undefined;
  return size + (isInPieces ? compressing : 0);
}

const ownerOf = (request: FastifyRequest): string =>
  request.accountId ?? rangesOf(clientAddress(request)).network;

type Limit = 'unsent_bytes' | 'slow_readers';

/** Connections with answers, and the bytes that each holds. */
class Unsent {
  held = 0;
  readonly #connections = new Map<Socket, Connection>();
  readonly #limited: (limit: Limit) => void;

  constructor(limited: (limit: Limit) => void) {
    this.#limited = limited;
  }

  /** Counts more bytes of an answer. Ends connections above a budget. */
  hold(request: FastifyRequest, size: number): void {
    const { socket } = request.raw;
    while (this.held + size > budget) {
      const largest = this.#largest();
      if (!largest) break;
      this.#end(largest, 'unsent_bytes');
    }
    if (!socket.destroyed) {
      const connection = this.#connections.get(socket) ?? this.#begin(socket);
      connection.request = request;
      connection.held += size;
      request.heldBytes += size;
      this.held += size;
    }
  }

  /** The request's answer is sent. */
  release(request: FastifyRequest): void {
    const connection = this.#connections.get(request.raw.socket);
    if (connection) {
      connection.held -= request.heldBytes;
      this.held -= request.heldBytes;
      request.heldBytes = 0;
      if (connection.held === 0) {
        connection.request = undefined;
      }
    }
  }

  /** Ends connections that took too little while data waited all the time. */
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
    // A plain close would leave the unsent bytes in the kernel.
    socket.resetAndDestroy();
    this.#limited(limit);
  }

  /** The largest connection of the owner who holds the most. */
  #largest(): Socket | undefined {
    const owners = new Map<string, { held: number; socket: Socket; most: number }>();
    for (const [socket, { request, held }] of this.#connections) {
      if (!request || held === 0) continue;
      const owner = ownerOf(request);
      const theirs = owners.get(owner) ?? { held: 0, socket, most: 0 };
      const largest = held > theirs.most ? { socket, most: held } : theirs;
      owners.set(owner, { ...largest, held: theirs.held + held });
    }
    const [most] = [...owners.values()].toSorted((one, other) => other.held - one.held);
    return most?.socket;
  }
}

/** Counts bytes of an answer that waits to be sent, until the request ends. */
export type CountUnsent = (request: FastifyRequest, bytes: number) => void;

type Options = {
  telemetry: Pick<ServiceTelemetry, 'limited'>;
  metrics: Pick<Metrics, 'addGauge'> | undefined;
  /** Milliseconds over which a client's speed is measured; default 10,000. */
  window?: number;
};

/** Limits the memory of answers that clients don't read. */
export function boundUnsent(
  app: FastifyInstance,
  { telemetry, metrics, window = 10_000 }: Options,
): CountUnsent {
  const unsent = new Unsent((limit) => telemetry.limited(limit));
  metrics?.addGauge(
    {
      name: 'namecard_unsent_bytes',
      help: 'Bytes held for answers that clients have not taken',
    },
    () => unsent.held,
  );
  app.decorateRequest('accountId', undefined);
  app.decorateRequest('heldBytes', 0);
  app.addHook('onSend', (request, _reply, payload, done) => {
    unsent.hold(request, sizeOf(request, bytesOf(payload)) - request.heldBytes);
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
  return (request, bytes) => unsent.hold(request, bytes);
}
