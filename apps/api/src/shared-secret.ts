import { createHash, timingSafeEqual } from 'node:crypto';

const hash = (text: string) => createHash('sha256').update(text).digest();

/** Compares in a time that tells neither where two secrets differ nor how long either is. */
export const sameSecret = (one: string, other: string) => timingSafeEqual(hash(one), hash(other));

/** The password of a Basic header (RFC 7617), or the token of a Bearer one (RFC 6750). */
export function sentSecret(authorization = ''): string {
  const [, scheme = '', credentials = ''] = authorization.match(/^(\w+) +(\S+) *$/) ?? [];
  if (scheme.toLowerCase() === 'bearer') {
    return credentials;
  }
  const decoded = Buffer.from(credentials, 'base64').toString('utf8');
  return scheme.toLowerCase() === 'basic' ? decoded.slice(decoded.indexOf(':') + 1) : '';
}
