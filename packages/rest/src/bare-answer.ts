import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from './http-error.ts';

/** Headers about an answer whose place an error takes. */
const aboutAnswer =
  /^(?:content-(?:disposition|encoding|language|length|range)|transfer-encoding|trailer|etag|last-modified|cache-control|location|set-cookie)$/;

function isValid(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name);
    for (const one of [value].flat()) validateHeaderValue(name, String(one));
    return true;
  } catch {
    return false;
  }
}

/** Removes headers that Node refuses to send, such as one with a line break. */
export function dropInvalidHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (!isValid(name, value)) reply.removeHeader(name);
  }
}

/**
 * Sends an error without hooks, since one of them may have failed. If the failed
 * answer has begun, its connection ends.
 */
export function sendBare(
  reply: FastifyReply,
  { status, headers = {} }: ErrorAnswer,
  body: unknown,
): void {
  reply.hijack();
  const { raw } = reply;
  if (raw.headersSent) {
    raw.destroy();
    return;
  }
  const text = JSON.stringify(body);
  const kept = Object.entries(reply.getHeaders()).filter(
    ([name]) => !aboutAnswer.test(name),
  );
  const sent = {
    ...Object.fromEntries(kept),
    'cache-control': 'no-store',
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(reply.server.takesLeave && { connection: 'close' }),
  };
  raw.writeHead(status, sent).end(text);
}
