import { KeyObject, verify as hasSignature, type webcrypto } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors } from 'jose';

export type VerifierOptions = {
  /** The service's address, as its `PUBLIC_URL` has it. */
  issuer: string;
  /** Your own name, as the service's `AUDIENCES` has it. */
  audience: string;
  /** Where the keys are, if it is not at `/.well-known/jwks.json` of the issuer. */
  keysUrl?: string;
};

const roles = ['user', 'moderator', 'admin'] as const;

/** Who a token says its bearer is. */
export type VerifiedUser = {
  /** The user's id; for a pairwise audience a name that no other audience has for them. */
  userId: string;
  /** The same of the session that the token was made from. */
  sessionId: string;
  /** Above `user` only where they had lately signed in. */
  role: (typeof roles)[number];
  expiresAt: Date;
};

/**
 * Why a token was not accepted:
 * - `INVALID`: it is none of the issuer's for this audience.
 * - `EXPIRED`: it was one. Its bearer asks the service for another.
 * - `KEYS_UNAVAILABLE`: nobody can say, since the service's keys could not be read. It may be one a moment later.
 */
export type TokenErrorReason = 'INVALID' | 'EXPIRED' | 'KEYS_UNAVAILABLE';

const messages: Record<TokenErrorReason, string> = {
  INVALID: 'The token is not valid here.',
  EXPIRED: 'The token has expired. Ask for another.',
  KEYS_UNAVAILABLE:
    'The keys that tokens are verified with can’t be read now. Try again later.',
};

/** The one error that verifying fails with. */
export class TokenError extends Error {
  readonly reason: TokenErrorReason;

  constructor(reason: TokenErrorReason, cause?: unknown) {
    super(messages[reason], { cause });
    this.name = 'TokenError';
    this.reason = reason;
  }
}

/** A JWS in compact form, whose signature has the 64 bytes of Ed25519. */
const shape = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;

/** Milliseconds after which the keys are read again, though all go on being known meanwhile. */
const refreshAfter = 300_000;

/** Milliseconds after which an unknown key has the keys read again. */
const cooldown = 30_000;

/** Seconds by which this machine's clock may be ahead of the service's. */
const clockTolerance = 5;

/** Finds the issuer's keys by name. They are read once, again in the background from time to time, and for an unknown key. */
function openKeys(url: URL): (kid: string) => Promise<KeyObject> {
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: cooldown,
    cacheMaxAge: Infinity,
  });
  const opened = new WeakMap<webcrypto.CryptoKey, KeyObject>();
  let readAt = Date.now();
  return async (kid) => {
    if (Date.now() - readAt > refreshAfter) {
      readAt = Date.now();
      // What is known goes on being good while the service is away; a key that is gone from there goes here too.
      keys.reload().catch(() => {});
    }
    const found = await keys({ alg: 'EdDSA', kid }).catch((error: unknown) => {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      throw new TokenError(isUnknown ? 'INVALID' : 'KEYS_UNAVAILABLE', error);
    });
    const key = opened.get(found) ?? KeyObject.from(found);
    opened.set(found, key);
    return key;
  };
}

/** The name of the key that a token says it is signed with. Everything else that a header could choose is settled. */
function keyNameOf(token: string): string {
  const { alg, typ, kid, crit } = decodeProtectedHeader(token);
  if (
    alg !== 'EdDSA' ||
    typ !== 'namecard+jwt' ||
    typeof kid !== 'string' ||
    crit !== undefined
  ) {
    throw new TokenError('INVALID');
  }
  return kid;
}

function readClaims(token: string, { issuer, audience }: VerifierOptions): VerifiedUser {
  const { iss, aud, exp, sub, sid, role } = decodeJwt(token);
  const known = roles.find((one) => one === role);
  if (
    iss !== issuer ||
    aud !== audience ||
    typeof exp !== 'number' ||
    typeof sub !== 'string' ||
    typeof sid !== 'string' ||
    known === undefined
  ) {
    throw new TokenError('INVALID');
  }
  if (exp + clockTolerance <= Date.now() / 1_000) {
    throw new TokenError('EXPIRED');
  }
  return { userId: sub, sessionId: sid, role: known, expiresAt: new Date(exp * 1_000) };
}

/**
 * Verifies tokens for an audience, which the service's `POST /auth/tokens` gives. Make one for as long as the program runs: it
 * keeps the keys.
 *
 * Node's own `verify` takes a third less CPU than Web Crypto, by which `jose` would do it; so the claims are read here.
 * @returns a function that gives whom a token stands for, or fails with a `TokenError`
 */
export function createVerifier(
  options: VerifierOptions,
): (token: string) => Promise<VerifiedUser> {
  const issuer = new URL(options.issuer).origin;
  const find = openKeys(new URL(options.keysUrl ?? '/.well-known/jwks.json', issuer));
  return async (token) => {
    try {
      if (!shape.test(token)) {
        throw new TokenError('INVALID');
      }
      const end = token.lastIndexOf('.');
      const key = await find(keyNameOf(token));
      const signed = Buffer.from(token.slice(0, end));
      const written = token.slice(end + 1);
      const signature = Buffer.from(written, 'base64url');
      // The last character has bits that mean nothing: one token would have several spellings.
      const isPlain = signature.toString('base64url') === written;
      if (!isPlain || !hasSignature(null, signed, key, signature)) {
        throw new TokenError('INVALID');
      }
      return readClaims(token, { ...options, issuer });
    } catch (error) {
      if (error instanceof TokenError) {
        throw error;
      }
      // Text that can't be decoded is not a token.
      throw new TokenError('INVALID', error);
    }
  };
}
