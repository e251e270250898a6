import { hash } from 'node:crypto';
import type { Deps } from '../context.ts';

/** What is kept of a token. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer');

/** The token in a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** A new token, of a session or a service key, which nobody can read again: only its SHA-256 is kept. */
export function newToken(
  { random }: Pick<Deps, 'random'>,
  prefix: 'nc' | 'nk' = 'nc',
): { token: string; tokenHash: Buffer } {
  const token = `${prefix}_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOfToken(token) };
}
