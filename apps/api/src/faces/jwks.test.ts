import { createTestDatabase } from '@namecard/db/testing';
import { createKeyRing } from '@namecard/router';
import { fetchJson, refusal, signIn, testSecretKey } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startOn, useService } from '../testing/start-service.ts';

const AUDIENCES = 'forum, https://shop.example.com pairwise';
const PUBLIC_URL = 'https://cards.example.com';
const previous = 'the-key-of-before-'.repeat(2);
const SECRET_KEY = `${testSecretKey},${previous}`;
const service = useService({ settings: { AUDIENCES, PUBLIC_URL, SECRET_KEY } });

const address = () => `${service().origin}/.well-known/jwks.json`;

const Answer = z.object({
  data: z.object({ token: z.string(), expiresAt: z.iso.datetime() }),
});

const Claims = z.object({ iss: z.string(), aud: z.string(), sub: z.string() });

async function createToken(token: string, audience: string) {
  const path = `${service().origin}/api/v1/auth/tokens`;
  const { status, body } = await fetchJson(path, { token, json: { audience } });
  expect(status).toBe(200);
  const [, claims = ''] = Answer.parse(body).data.token.split('.');
  return Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
}

describe('/.well-known/jwks.json', () => {
  it('has the public key of each secret key, and the signing one first', async () => {
    const response = await fetch(address());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/jwk-set\+json/);
    const keys = createKeyRing([testSecretKey, previous]).signing.map(
      (key) => key.publicKey,
    );
    expect(await response.json()).toEqual({ keys });
  });

  it('can be cached for five minutes by everybody, and requested only if it has changed', async () => {
    const { headers } = await fetch(address());
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const etag = headers.get('etag') ?? '';
    const known = await fetch(address(), { headers: { 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const other = await fetch(address(), { headers: { 'if-none-match': 'W/"other"' } });
    expect(other.status).toBe(200);
  });

  it('does not exist without an audience', async () => {
    const { url, drop } = await createTestDatabase();
    const without = await startOn(url);
    const answer = await fetchJson(`${without.address}/.well-known/jwks.json`);
    await without.close();
    await drop();
    expect(refusal(answer)).toBe('404 PATH_NOT_FOUND');
  });
});

describe('POST /auth/tokens', () => {
  it('gives tokens with the service’s address, for the configured audiences', async () => {
    const token = await signIn(service(), 'ann@example.com');
    const forum = await createToken(token, 'forum');
    expect(forum).toMatchObject({ iss: PUBLIC_URL, aud: 'forum' });
    expect(forum.sub).toMatch(/^[\da-f-]{36}$/);
    const shop = await createToken(token, 'https://shop.example.com');
    expect(shop.sub).toMatch(/^[\w-]{22}$/);
  });
});
