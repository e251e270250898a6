import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { createKeyRing, type KeyRing } from '@namecard/router';
import { type Claims, signToken } from '@namecard/router/testing';
import { type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import { build } from 'rolldown';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listen } from './testing/http-server.ts';
import { createVerifier, TokenError, type VerifierOptions } from './verify.ts';

const [older, newer, stranger] = [
  createKeyRing(['the secret key until today']),
  createKeyRing(['the secret key from today on']),
  createKeyRing(['a secret key of somebody else']),
];

const issuer = 'https://cards.example.com';
const audience = 'forum';
const now = 1_800_000_000;

const claims = (changes: Partial<Claims> = {}): Claims => ({
  iss: issuer,
  aud: audience,
  sub: randomUUID(),
  sid: randomUUID(),
  role: 'user',
  iat: now,
  exp: now + 300,
  ...changes,
});

/** Sets the verifier's clock. Timers stay real: requests need them. */
const turnTo = (seconds: number) => vi.setSystemTime(seconds * 1_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  turnTo(now);
});
afterEach(() => {
  vi.useRealTimers();
});

/** The service's keys, and a verifier that reads them. */
async function withKeys(...shown: KeyRing[]) {
  const keys = { shown, reads: 0, away: false };
  const server = await listen((_request, response) => {
    keys.reads += 1;
    response.statusCode = keys.away ? 503 : 200;
    const found = keys.shown.flatMap(({ signing }) =>
      signing.map(({ publicKey }) => publicKey),
    );
    response.end(JSON.stringify({ keys: found }));
  });
  const verifier = (changes: Partial<VerifierOptions> = {}) =>
    createVerifier({ issuer, audience, keysUrl: `${server.origin}/keys`, ...changes });
  const verify = verifier();
  const outcome = async (token: string, by = verify) =>
    by(token).then(
      () => 'accepted',
      (error: unknown) => (error instanceof TokenError ? error.reason : String(error)),
    );
  return {
    keys,
    keysUrl: `${server.origin}/keys`,
    verifier,
    outcome,
    verify,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

const right = { alg: 'EdDSA', typ: 'namecard+jwt', kid: older.signing[0].publicKey.kid };

/** A valid token, except for its header or the changed claims. */
const forge = async (header: JWTHeaderParameters, changes: object = {}) =>
  new SignJWT({ ...claims(), ...changes })
    .setProtectedHeader(header)
    .sign(older.signing[0].privateKey, { crit: { x: true } });

/** The token with changed claims and the old signature. */
async function altered(): Promise<string> {
  const [head, , signature] = (await forge(right)).split('.');
  const body = Buffer.from(JSON.stringify(claims({ role: 'admin' }))).toString(
    'base64url',
  );
  return [head, body, signature].join('.');
}

/** The token with a header for no signature, but with the old signature. */
async function unsigned(): Promise<string> {
  const [, body, signature] = (await forge(right)).split('.');
  const head = Buffer.from(JSON.stringify({ ...right, alg: 'none' })).toString(
    'base64url',
  );
  return [head, body, signature].join('.');
}

/** The same token with other unused bits at its end. */
async function respelt(): Promise<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const token = await forge(right);
  const last = letters.indexOf(token.slice(-1));
  return `${token.slice(0, -1)}${letters[last + 1]}`;
}

/**
 * Signed with the public key as a shared secret. Verifiers that let the token
 * choose the algorithm accept it.
 */
const symmetric = async () => {
  const [{ publicKey }] = older.signing;
  return new SignJWT(claims())
    .setProtectedHeader({ ...right, alg: 'HS512' })
    .sign(Buffer.from(publicKey.x.padEnd(64, '=')));
};

const bad: Record<string, () => string | Promise<string>> = {
  'of another audience': async () => signToken(older, claims({ aud: 'shop' })),
  'of several audiences': async () => forge(right, { aud: [audience, 'shop'] }),
  'of another issuer': async () =>
    signToken(older, claims({ iss: 'https://cards.example.org' })),
  'signed with a key that is not the service’s': async () =>
    signToken(stranger, claims()),
  'signed with another key than it says': async () =>
    forge({ ...right, kid: stranger.signing[0].publicKey.kid }),
  'that names no key': async () => forge({ alg: right.alg, typ: right.typ }),
  'of OAuth’s type': async () => forge({ ...right, typ: 'at+jwt' }),
  'of no type of its own': async () => forge({ ...right, typ: 'JWT' }),
  'without a type': async () => forge({ alg: right.alg, kid: right.kid }),
  'with an extension that has to be understood': async () =>
    forge({ ...right, crit: ['x'], x: true }),
  'without a signature (alg: none)': () => new UnsecuredJWT(claims()).encode(),
  'of alg: none with somebody’s signature': unsigned,
  'of the same algorithm by another name': async () =>
    forge({ ...right, alg: 'Ed25519' }),
  'with the signature of a shared secret': symmetric,
  'whose signature is spelt in another way': respelt,
  'with an end of padding': async () => `${await forge(right)}==`,
  'whose claims were changed': altered,
  'without a session': async () => forge(right, { sid: undefined }),
  'without an end': async () => forge(right, { exp: undefined }),
  'of a role that there is not': async () => forge(right, { role: 'owner' }),
  'that is a session’s': () => `nc_${'A'.repeat(43)}`,
  'that is nothing': () => '',
  'that is no JSON': () => `${'A'.repeat(10)}.${'A'.repeat(10)}.${'A'.repeat(86)}`,
};

describe('a token', () => {
  it('names its bearer for five minutes', async () => {
    await using service = await withKeys(older);
    const { sub, sid } = claims();
    const token = await signToken(older, claims({ sub, sid, role: 'moderator' }));
    expect(await service.verify(token)).toEqual({
      userId: sub,
      sessionId: sid,
      role: 'moderator',
      expiresAt: new Date((now + 300) * 1_000),
    });
  });

  it.each(Object.entries(bad))('is refused: one %s', async (_, make) => {
    await using service = await withKeys(older);
    expect(await service.outcome(await forge(right))).toBe('accepted');
    expect(await service.outcome(await make())).toBe('INVALID');
  });

  it('expires five seconds after its end, because clocks differ', async () => {
    await using service = await withKeys(older);
    const token = await signToken(older, claims());
    turnTo(now + 304);
    expect(await service.outcome(token)).toBe('accepted');
    turnTo(now + 305);
    expect(await service.outcome(token)).toBe('EXPIRED');
  });

  it('may have an issuer with a slash at its end', async () => {
    await using service = await withKeys(older);
    const verify = service.verifier({ issuer: `${issuer}/` });
    expect(await service.outcome(await signToken(older, claims()), verify)).toBe(
      'accepted',
    );
  });
});

describe('the verifier', () => {
  it('runs where nothing is of Node, as in an edge function', async () => {
    await using service = await withKeys(older);
    const { output } = await build({
      input: fileURLToPath(new URL('verify.ts', import.meta.url)),
      platform: 'browser',
      write: false,
      output: { format: 'iife', name: 'client' },
      logLevel: 'silent',
    });
    const [{ code, imports }] = output;
    expect(imports).toEqual([]);
    const given = {
      options: { issuer, audience, keysUrl: service.keysUrl },
      token: await signToken(older, claims({ role: 'moderator' })),
    };
    const program = `${code}; client.createVerifier(options)(token);`;
    const edge = {
      crypto,
      fetch,
      structuredClone,
      Headers,
      URL,
      AbortSignal,
      TextEncoder,
      TextDecoder,
    };
    const context = createContext({ ...edge, atob, btoa, Date, Uint8Array, ...given });
    const found = await new Script(program).runInContext(context);
    expect(found).toMatchObject({ role: 'moderator' });
  });
});

describe('the keys', () => {
  it('are read once for many tokens at the same time', async () => {
    await using service = await withKeys(older);
    const tokens = await Promise.all(
      Array.from({ length: 30 }, async () => signToken(older, claims())),
    );
    const outcomes = await Promise.all(
      tokens.map(async (token) => service.outcome(token)),
    );
    expect(new Set(outcomes)).toEqual(new Set(['accepted']));
    expect(service.keys.reads).toBe(1);
  });

  it('are read again for a new key, at most every half minute', async () => {
    await using service = await withKeys(older);
    await service.verify(await signToken(older, claims()));
    service.keys.shown = [newer, older];
    const token = await signToken(newer, claims());
    turnTo(now + 29);
    expect(await service.outcome(token)).toBe('INVALID');
    expect(service.keys.reads).toBe(1);
    turnTo(now + 30);
    expect(await service.outcome(token)).toBe('accepted');
    expect(await service.outcome(await signToken(stranger, claims()))).toBe('INVALID');
    expect(service.keys.reads).toBe(2);
  });

  it('are forgotten minutes after the service removed them', async () => {
    await using service = await withKeys(newer, older);
    const token = await signToken(older, claims({ exp: now + 3_600 }));
    expect(await service.outcome(token)).toBe('accepted');
    service.keys.shown = [newer];
    turnTo(now + 301);
    await service.outcome(token);
    await expect.poll(() => service.outcome(token)).toBe('INVALID');
    expect(service.keys.reads).toBe(2);
  });

  it('stay known while the service is down', async () => {
    await using service = await withKeys(older);
    const token = await signToken(older, claims({ exp: now + 3_600 }));
    await service.verify(token);
    service.keys.away = true;
    turnTo(now + 301);
    await service.verify(token);
    await expect.poll(() => service.keys.reads).toBe(2);
    expect(await service.outcome(token)).toBe('accepted');
  });

  it('that can’t be read are not called invalid, and are read as soon as possible', async () => {
    await using service = await withKeys(older);
    service.keys.away = true;
    const token = await signToken(older, claims());
    expect(await service.outcome(token)).toBe('KEYS_UNAVAILABLE');
    service.keys.away = false;
    expect(await service.outcome(token)).toBe('accepted');
  });
});
