import type { Socket } from 'node:net';
import { rangesOf } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
 * time the account or network with the most bytes loses its largest connection. One
 * that takes nothing for a minute is ended by Node.
 *
 * Price: a slow reader of a large answer may have to ask again under load.
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

type Connection = {
  /** The request of the newest answer; undefined if everything is sent. */
  request: FastifyRequest | undefined;
  held: number;
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

/** Connections with answers, and the bytes that each holds. */
class Unsent {
  held = 0;
  readonly #connections = new Map<Socket, Connection>();
  readonly #limited: () => void;

  /** @param limited is called with each connection that ends */
  constructor(limited: () => void) {
    this.#limited = limited;
  }

  /** Counts more bytes of an answer. Ends connections above a budget. */
  hold(request: FastifyRequest, size: number): void {
    const { socket } = request.raw;
    while (this.held + size > budget) {
      const largest = this.#largest();
      if (!largest) break;
      this.#end(largest);
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

  #begin(socket: Socket): Connection {
    const connection = { request: undefined, held: 0 };
    this.#connections.set(socket, connection);
    socket.once('close', () => this.#forget(socket));
    return connection;
  }

  #forget(socket: Socket): void {
    this.held -= this.#connections.get(socket)?.held ?? 0;
    this.#connections.delete(socket);
  }

  #end(socket: Socket): void {
    this.#forget(socket);
    // A plain close would leave the unsent bytes in the kernel.
    socket.resetAndDestroy();
    this.#limited();
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
};

/** Limits the memory of answers that clients don't read. */
export function boundUnsent(
  app: FastifyInstance,
  { telemetry, metrics }: Options,
): CountUnsent {
  const unsent = new Unsent(() => telemetry.limited('unsent_bytes'));
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
  return (request, bytes) => unsent.hold(request, bytes);
}
