import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { addVary, entityTag, isKnown } from '@namecard/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';

/*
 * Problem: some documents are large and the same for all readers. Compressing one
 * of 3 MB for each reader would keep the processor busy.
 *
 * Plan: compress each document once, with Brotli and with gzip. Then send what the
 * client takes, or 304 if the client has it already.
 *
 * Price: three copies of each document stay in memory. Brotli runs at a quality
 * below its best, because the first reader waits for it.
 */

/** A document that is the same for all readers, compressed once. */
export type Kept = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

/** Brotli's default of 11 takes seconds for 3 MB while the first reader waits. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function keep(document: string | Buffer): Promise<Kept> {
  const plain = Buffer.from(document);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, quality),
    promisify(gzip)(plain),
  ]);
  return { etag: entityTag(plain), plain, br, gzip: zipped };
}

/** Made when it is first asked for, and again if that failed. */
export function keptOnceAsked(make: () => Promise<Kept>): () => Promise<Kept> {
  let kept: Promise<Kept> | undefined;
  return () =>
    (kept ??= make().catch((error: unknown) => {
      kept = undefined;
      throw error;
    }));
}

/** The smallest encoding that `Accept-Encoding` allows (RFC 9110, 12.5.3). */
function codingFor(accepted = ''): 'br' | 'gzip' | undefined {
  const isTaken = new Map(
    accepted
      .toLowerCase()
      .split(',')
      .map((one) => [one.replace(/;.*$/, '').trim(), !/;\s*q=0(\.0*)?\s*$/.test(one)]),
  );
  // `*` is for codings that are not named.
  return (['br', 'gzip'] as const).find(
    (coding) => isTaken.get(coding) ?? isTaken.get('*') ?? false,
  );
}

/** For documents that only change with a new version. */
export const forFiveMinutes = 'public, max-age=300';

/** Sends the document, or 304. The caller has set the type. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
  cacheControl: string,
): FastifyReply {
  const coding = codingFor(request.headers['accept-encoding']);
  addVary(reply, 'Accept-Encoding');
  void reply.header('cache-control', cacheControl);
  // Conditions apply only to successful answers (RFC 9110, 13.2.1).
  if (reply.statusCode === 200) {
    void reply.header('etag', kept.etag);
    if (isKnown(kept.etag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
  }
  if (coding === undefined) {
    // The compression reads some headers in another way, and would compress it anew.
    request.raw.headers['x-no-compression'] = 'kept';
    return reply.send(kept.plain);
  }
  return reply.header('content-encoding', coding).send(kept[coding]);
}
