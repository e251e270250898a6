import { readInstant, type Role } from '@namecard/db';
import { SignJWT } from 'jose';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import type { KeyRing } from '../../access/keys.ts';
import { canModerate } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { audienceUnknown } from './errors.ts';
import type { CreateTokenInput } from './schemas.ts';

/** Seconds that a token lasts: nothing ends one sooner, so it is no longer than a client can well bear to ask again. */
const lifetime = 300;

/**
 * What kind of JWT it is, which whoever verifies insists on (RFC 8725, section 3.11). Not RFC 9068's `at+jwt`: that is OAuth's, with
 * clients and scopes, of which there are none.
 */
const typ = 'namecard+jwt';

/** What a token says. */
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

/** The claims as a JWT, signed with the first of the secret keys. */
export async function signToken(
  { signing: [{ privateKey, publicKey }] }: Pick<KeyRing, 'signing'>,
  claims: Claims,
): Promise<string> {
  const { alg, kid } = publicKey;
  return new SignJWT(claims).setProtectedHeader({ alg, typ, kid }).sign(privateKey);
}

/**
 * Exchanges the session that the call was made with for a token by which another server knows its user, without their address. A
 * role above `user` takes what acting in it here takes. Gives `AUDIENCE_UNKNOWN`.
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
  const iat = Math.floor(Date.parse(await readInstant(em)) / 1_000);
  const exp = iat + lifetime;
  const token = await signToken(keys, {
    iss: settings.issuer,
    aud: audience,
    sub: nameOf('user', actor.id),
    sid: nameOf('session', actor.sessionId),
    role: canModerate(actor) ? actor.role : 'user',
    iat,
    exp,
  });
  return { data: { token, expiresAt: new Date(exp * 1_000).toISOString() } };
}
