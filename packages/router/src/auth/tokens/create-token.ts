import { readInstant, type Role } from '@namecard/db';
import { SignJWT } from 'jose';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import type { KeyRing } from '../../access/keys.ts';
import { canModerate } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { audienceUnknown } from './errors.ts';
import type { CreateTokenInput } from './schemas.ts';

/** Seconds. Nothing ends a token sooner, so it has to be short. */
const lifetime = 300;

/** Seconds that a verifier's clock may be behind. Many refuse an `iat` to come. */
const clockLeeway = 30;

/** Verifiers check it (RFC 8725, 3.11). RFC 9068's `at+jwt` is for OAuth only. */
const typ = 'namecard+jwt';

export type Claims = {
  iss: string;
  aud: string;
  sub: string;
  sid: string;
  role: Role;
  /** Seconds since 1970. */
  iat: number;
  exp: number;
};

/** Signs the claims with the current secret key. */
export async function signToken(
  { signing: [{ privateKey, publicKey }] }: Pick<KeyRing, 'signing'>,
  claims: Claims,
): Promise<string> {
  const { alg, kid } = publicKey;
  return new SignJWT(claims).setProtectedHeader({ alg, typ, kid }).sign(privateKey);
}

/**
 * Makes a JWT for another server, without the email address. The role is above
 * `user` only if the actor could use it now. Fails with `AUDIENCE_UNKNOWN`.
 */
export async function createToken(
  { em, keys, hashes, settings }: Pick<Deps, 'em' | 'keys' | 'hashes' | 'settings'>,
  actor: SignedInUser,
  { audience }: z.infer<typeof CreateTokenInput>,
) {
  const known = settings.audiences.get(audience);
  if (!known) {
    throw audienceUnknown();
  }
  const nameOf = (kind: 'user' | 'session', id: string) =>
    known.pairwise ? hashes.of('audiences', `${audience} ${kind} ${id}`) : id;
  const now = Math.floor(Date.parse(await readInstant(em)) / 1_000);
  const exp = now + lifetime;
  const token = await signToken(keys, {
    iss: settings.issuer,
    aud: audience,
    sub: nameOf('user', actor.id),
    sid: nameOf('session', actor.sessionId),
    role: canModerate(actor) ? actor.role : 'user',
    iat: now - clockLeeway,
    exp,
  });
  return { data: { token, expiresAt: new Date(exp * 1_000).toISOString() } };
}
