import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Weak (RFC 9110, section 8.8.1), since compression may change the bytes on their way. */
export function entityTag(body: string): string {
  return `W/"${hash('sha1', body, 'base64url')}"`;
}

/** Whether `If-None-Match` names the tag or anything; compared weakly (RFC 9110, section 13.1.2). */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return known.includes('*') || known.includes(tag.replace(/^W\//, ''));
}

function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  void reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
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
  const tag = entityTag(body);
  addVary(reply, 'Authorization');
  void reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (isKnown(tag, request.headers['if-none-match'])) {
    void reply.code(304);
    return '';
  }
  void reply.type('application/json; charset=utf-8');
  return body;
}
