import { hash } from 'node:crypto';
import type { SessionKind } from '@namecard/db';
import type { Call } from '../call.ts';
import type { Deps } from '../context.ts';

/** What is kept of a token. */
export const hashOfToken = (token: string) => hash('sha256', token, 'buffer');

/** The token in a request's header (RFC 6750 2.1); undefined where it holds none. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization?.match(/^Bearer +(\S+) *$/i)?.[1];
}

/** How the tokens of each kind of session begin: one can't be taken for the other. */
export const tokenPrefixes = { token: 'nc', page: 'np' } as const satisfies Record<
  SessionKind,
  string
>;

/** The kind of session by which the call is made, and that a sign-in by it begins. */
export const sessionKindOf = ({ page }: Pick<Call, 'page'>): SessionKind =>
  page === undefined ? 'token' : 'page';

/** What a call is authorized with: never both, since a page's call has no Authorization header. */
export const proofOf = ({ page, authorization }: Call): string | undefined =>
  page === undefined ? authorization : page.token;

/** A new token, of a session or a service key, which nobody can read again: only its SHA-256 is kept. */
export function newToken(
  { random }: Pick<Deps, 'random'>,
  prefix: 'nc' | 'np' | 'nk',
): { token: string; tokenHash: Buffer } {
  const token = `${prefix}_${random.bytes(32).toString('base64url')}`;
  return { token, tokenHash: hashOfToken(token) };
}
