import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { addVary, entityTag, isKnown } from '@namecard/rest';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A document that is the same for everybody: compressed once, and kept for all who read it. */
export type Kept = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

/** Brotli's default of 11 takes seconds for a file of 3 MB, and its first reader waits. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export async function keep(document: string | Buffer): Promise<Kept> {
  const plain = Buffer.from(document);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, quality),
    promisify(gzip)(plain),
  ]);
  return { etag: entityTag(plain), plain, br, gzip: zipped };
}

/** The smallest coding that `Accept-Encoding` takes (RFC 9110, section 12.5.3). */
function codingFor(accepted = ''): 'br' | 'gzip' | undefined {
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.replace(/;.*$/, '').trim());
  const codings = new Set(taken);
  return (['br', 'gzip'] as const).find(
    (coding) => codings.has(coding) || codings.has('*'),
  );
}

/** For documents that change with a new version alone: proxies and browsers may keep them. */
export const forFiveMinutes = 'public, max-age=300';

/** Sends the document, or 304 where the client has it. The caller has set its type. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: Kept,
  cacheControl: string,
): FastifyReply {
  const coding = codingFor(request.headers['accept-encoding']);
  addVary(reply, 'Accept-Encoding');
  void reply.header('cache-control', cacheControl);
  // Conditions are for what is there (RFC 9110, section 13.2.1).
  if (reply.statusCode === 200) {
    void reply.header('etag', kept.etag);
    if (isKnown(kept.etag, request.headers['if-none-match'])) {
      return reply.code(304).send();
    }
  }
  if (coding === undefined) {
    // The header by which the compressing plugin leaves an answer as it is.
    request.raw.headers['x-no-compression'] = 'kept';
    return reply.send(kept.plain);
  }
  return reply.header('content-encoding', coding).send(kept[coding]);
}
