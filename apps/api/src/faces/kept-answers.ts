import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { entityTag, isKnown } from '@namecard/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/*
 * Problem: some documents are large and the same for all readers. Compressing one
 * of 3 MB for each reader would keep the processor busy.
 *
 * Plan: compress each document once. Then send what the client takes, or 304 if the
 * client has it already.
 *
 * Price: two copies of each document stay in memory.
 */

/** A document that is the same for all readers, compressed once. */
export type Kept = { etag: string; plain: Buffer; gzip: Buffer };

export async function keep(document: string | Buffer): Promise<Kept> {
  const plain = Buffer.from(document);
  return { etag: entityTag(plain), plain, gzip: await promisify(gzip)(plain) };
}

/** An `Accept-Encoding` with gzip, unless at a weight of 0 (RFC 9110, 12.5.3). */
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

/** For documents that only change with a new version. */
export const forFiveMinutes = 'public, max-age=300';

/** Sends the document, or 304. The caller has set the type. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
  cacheControl: string,
): FastifyReply {
  void reply.header('cache-control', cacheControl);
  // Conditions apply only to successful answers (RFC 9110, 13.2.1).
  if (reply.statusCode === 200) {
    void reply.header('etag', kept.etag);
    if (isKnown(kept.etag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
  }
  if (takesGzip.test(request.headers['accept-encoding'] ?? '')) {
    return reply.header('content-encoding', 'gzip').send(kept.gzip);
  }
  // The compression reads some headers in another way, and would compress it anew.
  request.raw.headers['x-no-compression'] = 'kept';
  return reply.send(kept.plain);
}

type Made = string | Buffer;

type Served = {
  type: string;
  cacheControl: string;
  /** Called when somebody first asks, and again if that failed. */
  make: () => Made | Promise<Made>;
  /** Sets more headers. */
  dress?: (reply: FastifyReply) => FastifyReply;
};

/** Serves a document. The start does not wait until it is made and compressed. */
export function serveKept(
  app: FastifyInstance,
  path: string,
  { type, cacheControl, make, dress }: Served,
): void {
  let kept: Promise<Kept> | undefined;
  const makeAndKeep = async () => keep(await make());
  app.get(path, async (request, reply) => {
    kept ??= makeAndKeep().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    void reply.type(type);
    void dress?.(reply);
    return sendKept(request, reply, await kept, cacheControl);
  });
}
