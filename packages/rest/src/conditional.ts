import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak (RFC 9110, section 8.8.1): compression may change the bytes. */
export function entityTag(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Compares weakly (RFC 9110, section 13.1.2). `*` matches every tag. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known =
    ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
}

export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}

/**
 * Sets the `ETag`. If the client has it already, sets 304. Send `undefined` then: an empty
 * text would have a length and a type, which caches write into their copy.
 */
export function isUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): boolean {
  const tag = entityTag(body);
  void reply.header('etag', tag);
  const has = isKnown(tag, request.headers['if-none-match']);
  if (has) {
    void reply.code(304);
  }
  return has;
}

/**
 * Lets a client, but no shared cache, keep the answer. A client that asks again
 * gets 304 without a body if nothing has changed.
 */
export function answerIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): string | undefined {
  addVary(reply, 'Authorization');
  void reply.header('cache-control', 'private, no-cache');
  if (isUnchanged(request, reply, body)) {
    return undefined;
  }
  void reply.type('application/json; charset=utf-8');
  return body;
}
