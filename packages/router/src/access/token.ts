import { hash } from 'node:crypto';
import type { SessionKind } from '@namecard/db';
import type { Call } from '../call.ts';
import type { Deps } from '../context.ts';

/** The part of a token that is stored. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer');

/** Reads the token from the header (RFC 6750 2.1); undefined if there is none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** Different prefixes, so the kinds can't be confused. */
export const tokenPrefixes = { token: 'nc', page: 'np' } as const satisfies Record<
  SessionKind,
  string
>;

/** The kind of this call's session, and of a session that the call begins. */
export const sessionKindOf = ({ page }: Pick<Call, 'page'>): SessionKind =>
  page === undefined ? 'token' : 'page';

/** The credentials of a call. A call from a page has no Authorization header. */
export const proofOf = ({ page, authorization }: Call): string | undefined =>
  page === undefined ? authorization : page.token;

/** Creates a token for a session or a service key. Only its SHA-256 is stored. */
export function newToken(
  { random }: Pick<Deps, 'random'>,
  prefix: 'nc' | 'np' | 'nk',
): { token: string; tokenHash: Buffer } {
  const token = `${prefix}_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOfToken(token) };
}
