import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak (RFC 9110, section 8.8.1), since compression may change the bytes on their way. */
export function entityTag(body: string | Buffer): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` names the tag or anything; compared weakly (RFC 9110, section 13.1.2). */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known =
    ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
}

/** Adds a header to those by which the answer differs. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}

/** Gives the answer its tag. Where the client has that one already, the answer is 304, to be sent without a body. */
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
 * Lets a client keep its answer and ask whether it is still right: 304 without a body
 * if it is. Nobody else may keep it.
 */
export function answerIfChanged(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): string {
  addVary(reply, 'Authorization');
  void reply.header('cache-control', 'private, no-cache');
  if (isUnchanged(request, reply, body)) {
    return '';
  }
  void reply.type('application/json; charset=utf-8');
  return body;
}
