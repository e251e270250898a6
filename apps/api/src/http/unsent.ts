import { Readable } from 'node:stream';
import { rangesOf } from '@namecard/router';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from './call.ts';
import { largestAtOnce } from './compression.ts';
import type { Door } from './door.ts';
import { Turns } from './turns.ts';

/*
 * Problem: Node keeps each answer in memory until the client has read it. Clients
 * that ask for large answers and read nothing could use up the memory.
 *
 * Plan: the door counts the bytes of each answer from the moment it is ready until it is
 * sent. If all together exceed a budget, connections end until the rest fits. Each
 * time the account or network with the most bytes loses its largest connection. One
 * that takes nothing for a minute is ended by Node.
 *
 * A buffer is kept for all, such as a script of 4 MB, so it holds no memory for an answer.
 * But the kernel and a proxy may take all of it at once. Crowds that ask for it would
 * keep both busy, and everybody behind the same proxy waiting. So each piece waits for a
 * turn, and all readers together get 125 MiB a second. Making other large answers takes
 * longer.
 *
 * Price: a slow reader of a large answer may have to ask again under load.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the answer, once known. */
    accountId: string | undefined;
  }
}

/** Bytes that gzip holds for a stream. */
const compressing = 256 * 1024;

/** Pieces of kept buffers that are sent in a millisecond. */
const mostAtOnce = 2;

const ownerOf = (request: FastifyRequest): string =>
  request.accountId ?? rangesOf(clientAddress(request)).network;

/** Each piece takes a turn of the line. */
function inPieces(kept: Buffer, turns: Turns, line: string): Readable {
  let next = 0;
  return new Readable({
    read() {
      turns.soon(() => {
        this.push(kept.subarray(next, (next += largestAtOnce)));
        if (next >= kept.length) this.push(null);
        return true;
      }, line);
    },
  });
}

/** Counts the bytes of an answer that waits to be sent: all that are known so far. */
export type CountUnsent = (request: FastifyRequest, bytes: number) => void;

/** Limits the memory of answers that clients don't read. */
export function boundUnsent(app: FastifyInstance, door: Pick<Door, 'hold'>): CountUnsent {
  const count: CountUnsent = (request, bytes) => {
    const isInPieces =
      bytes > largestAtOnce && request.headers['accept-encoding'] !== undefined;
    const held = bytes + (isInPieces ? compressing : 0);
    door.hold(request.raw, held, ownerOf(request));
  };
  const turns = new Turns(mostAtOnce, (turn) => setTimeout(turn, 1));
  app.decorateRequest('accountId', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    // A stream of a batch's answers is counted as they are ready.
    if (typeof payload === 'string') count(request, Buffer.byteLength(payload));
    const isLarge = Buffer.isBuffer(payload) && payload.length > largestAtOnce;
    // Fastify reads a stream to its end for HEAD too, and sends nothing of it.
    if (!isLarge || request.method === 'HEAD') {
      done(null, payload);
      return;
    }
    void reply.header('content-length', payload.length);
    done(null, inPieces(payload, turns, ownerOf(request)));
  });
  return count;
}
