import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';

export type VerifierOptions = {
  /** The service's `PUBLIC_URL`. */
  issuer: string;
  /** Your name in the service's `AUDIENCES`. */
  audience: string;
  /** Default: `/.well-known/jwks.json` of the issuer. */
  keysUrl?: string;
};

const roles = ['user', 'moderator', 'admin'] as const;

export type VerifiedUser = {
  /** The user's id. A pairwise audience gets an id that no other audience has. */
  userId: string;
  /** The id of the token's session, in the same way. */
  sessionId: string;
  /** Above `user` only soon after a sign-in. */
  role: (typeof roles)[number];
  expiresAt: Date;
};

/**
 * - `INVALID`: not a token of the issuer for this audience.
 * - `EXPIRED`: the bearer must ask the service for another token.
 * - `KEYS_UNAVAILABLE`: the service's keys could not be read. Try again later.
 */
export type TokenErrorReason = 'INVALID' | 'EXPIRED' | 'KEYS_UNAVAILABLE';

const messages: Record<TokenErrorReason, string> = {
  INVALID: 'The token is not valid here.',
  EXPIRED: 'The token has expired. Ask for another.',
  KEYS_UNAVAILABLE: 'The service’s keys can’t be read now. Try again later.',
};

/** Every failed verification throws it. */
export class TokenError extends Error {
  readonly reason: TokenErrorReason;

  constructor(reason: TokenErrorReason, cause?: unknown) {
    super(messages[reason], { cause });
    this.name = 'TokenError';
    this.reason = reason;
  }
}

/**
 * A compact JWS with the 64 bytes of an Ed25519 signature. Four bits of its last
 * character are unused: only zeros there, so that a token has one spelling.
 */
const shape = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** Milliseconds until the keys are read again. The old ones work meanwhile. */
const refreshAfter = 300_000;

/** Milliseconds between two reads because of unknown keys. */
const cooldown = 30_000;

/** Seconds that this machine's clock may be ahead of the service's. */
const clockTolerance = 5;

/**
 * Finds the issuer's keys by name. It reads them once, then in the background,
 * and for an unknown key.
 */
function openKeys(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    cooldownDuration: cooldown,
    cacheMaxAge: Infinity,
  });
  let readAt = Date.now();
  return async (header, token) => {
    if (header.kid === undefined) {
      throw new TokenError('INVALID');
    }
    if (Date.now() - readAt > refreshAfter) {
      readAt = Date.now();
      // Known keys work while the service is down. A removed key is removed here
      // too.
      keys.reload().catch(() => {});
    }
    return keys(header, token).catch((error: unknown) => {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      throw new TokenError(isUnknown ? 'INVALID' : 'KEYS_UNAVAILABLE', error);
    });
  };
}

function readClaims(
  { aud, exp, sub, sid, role }: JWTPayload,
  audience: string,
): VerifiedUser {
  const known = roles.find((one) => one === role);
  if (
    aud !== audience ||
    exp === undefined ||
    typeof sub !== 'string' ||
    typeof sid !== 'string' ||
    known === undefined
  ) {
    throw new TokenError('INVALID');
  }
  return { userId: sub, sessionId: sid, role: known, expiresAt: new Date(exp * 1_000) };
}

/**
 * Verifies tokens of `POST /auth/tokens` for an audience. Create one verifier for
 * the whole run of the program: it keeps the keys.
 *
 * It needs Web Crypto with Ed25519 and `fetch`, nothing of Node. So it runs in
 * edge functions too.
 * @returns a function that returns the token's user, or fails with a `TokenError`
 */
export function createVerifier(
  options: VerifierOptions,
): (token: string) => Promise<VerifiedUser> {
  const { audience, keysUrl = '/.well-known/jwks.json' } = options;
  const issuer = new URL(options.issuer).origin;
  const keys = openKeys(new URL(keysUrl, issuer));
  const rules = {
    issuer,
    audience,
    algorithms: ['EdDSA'],
    typ: 'namecard+jwt',
    clockTolerance,
  };
  return async (token) => {
    try {
      if (!shape.test(token)) {
        throw new TokenError('INVALID');
      }
      const { payload } = await jwtVerify(token, keys, rules);
      return readClaims(payload, audience);
    } catch (error) {
      if (error instanceof TokenError) {
        throw error;
      }
      const isExpired = error instanceof errors.JWTExpired;
      throw new TokenError(isExpired ? 'EXPIRED' : 'INVALID', error);
    }
  };
}
