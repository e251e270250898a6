import { createHash, timingSafeEqual } from 'node:crypto';
import { sendAnswer } from '@namecard/rest';
import type { FastifyRequest, onRequestHookHandler } from 'fastify';

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Its duration does not tell how many characters agree. */
export const sameSecret = (one: string, other: string) =>
  timingSafeEqual(hash(one), hash(other));

/** A Basic password (RFC 7617), or a Bearer token (RFC 6750). */
function sentSecret(authorization = ''): string {
  const [, scheme = '', credentials = ''] = authorization.match(/^(\w+) +(.+)$/) ?? [];
  if (scheme.toLowerCase() === 'bearer') {
    return credentials;
  }
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return scheme.toLowerCase() === 'basic' ? decoded.slice(decoded.indexOf(':') + 1) : '';
}

export const hasSecret = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  secret: string,
): boolean => sameSecret(sentSecret(headers.authorization), secret);

/**
 * Answers 401 before the body is read if the secret is missing. It has its own
 * reason, because `TOKEN_INVALID` would make clients end their session.
 * @param challenge the `WWW-Authenticate` header
 */
export function requireSecret(
  secret: string,
  challenge: string,
  message: string,
): onRequestHookHandler {
  const rejection = {
    status: 401,
    headers: { 'www-authenticate': challenge },
    body: { message, code: 'UNAUTHORIZED', reason: 'CREDENTIALS_INVALID' },
  };
  return (request, reply, done) => {
    if (hasSecret(request, secret)) {
      done();
    } else {
      sendAnswer(reply, rejection);
    }
  };
}
