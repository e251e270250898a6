import { fetchJson, refusal, type Settings } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useService, type TestService } from '../testing/start-service.ts';

/** A browser's preflight request. */
const preflight = (
  origin: string,
  path: string,
  method: string,
  from: string,
  asked = 'authorization,content-type',
) =>
  fetchJson(`${origin}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': method,
      'access-control-request-headers': asked,
    },
  });

const listed = (headers: Headers, name: string) => (headers.get(name) ?? '').split(/, ?/);

/** Of a path in an OpenAPI document. */
const Methods = z.record(z.string(), z.unknown());

/** Production requires a mail provider. This one can't be reached. */
const production: Settings = {
  NODE_ENV: 'production',
  POSTMARK_SERVER_TOKEN: 'a-token',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
  EMAIL_FROM: 'hello@example.com',
};

async function allowedOrigin(service: TestService, from: string): Promise<string | null> {
  const { headers } = await fetchJson(`${service.origin}/healthz`, {
    headers: { origin: from },
  });
  return headers.get('access-control-allow-origin');
}

describe('outside production', () => {
  const service = useService();

  it.each([
    'http://localhost',
    'http://localhost:5173',
    'https://localhost:8443',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
  ])('lets a page of %s call', async (origin) => {
    expect(await allowedOrigin(service(), origin)).toBe(origin);
  });

  it.each([
    'https://example.com',
    'http://user@localhost:5173',
    'http://localhost:5173.example.com',
    'null',
  ])('does not let a page of %s call', async (origin) => {
    expect(await allowedOrigin(service(), origin)).toBeNull();
  });

  it('lets sandboxed pages call the REST API, but not tRPC, the mailbox or the metrics', async () => {
    const ask = async (path: string) => {
      const { headers } = await fetchJson(`${service().origin}${path}`, {
        headers: { origin: 'null' },
      });
      return headers.get('access-control-allow-origin');
    };
    const mailbox = new URL(service().mailbox ?? '').pathname;
    expect(await ask('/api/v1/profiles/nobody')).toBe('null');
    for (const path of [
      '/dev/mailbox',
      mailbox,
      `${mailbox}.json`,
      '/trpc/users.me',
      '/metrics',
    ]) {
      expect(await ask(path)).toBeNull();
    }
  });

  it.each([
    { path: '/api/v1/users/me', method: 'PATCH' },
    { path: '/api/v1/users/me', method: 'DELETE' },
    { path: '/api/v1/profiles', method: 'POST' },
    { path: '/api/v1/profiles/ann/socials', method: 'PATCH' },
    { path: '/trpc/users.updateMe', method: 'POST' },
    { path: '/trpc/users.me,profiles.list?batch=1', method: 'GET' },
  ])('allows $method $path with a token and JSON', async ({ path, method }) => {
    const { status, headers } = await preflight(
      service().origin,
      path,
      method,
      'http://localhost:5173',
    );
    expect([200, 204]).toContain(status);
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    expect(listed(headers, 'access-control-allow-methods')).toContain(method);
    expect(listed(headers, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(['authorization', 'content-type']),
    );
  });

  it('allows each method of the documents', async () => {
    const { body } = await fetchJson(`${service().origin}/api/v1/openapi.json`);
    const { paths } = z.object({ paths: z.record(z.string(), Methods) }).parse(body);
    const used = new Set(Object.values(paths).flatMap((path) => Object.keys(path)));
    const from = 'http://localhost:5173';
    const { headers } = await preflight(
      service().origin,
      '/api/v1/users/me',
      'GET',
      from,
    );
    const allowed = listed(headers, 'access-control-allow-methods');
    expect(allowed).toEqual(
      expect.arrayContaining([...used].map((method) => method.toUpperCase())),
    );
  });

  it('allows any header, such as those of tRPC’s links and of traces, for a day', async () => {
    const asked =
      'baggage,if-none-match,sentry-trace,traceparent,trpc-accept,x-trpc-source';
    const { headers } = await preflight(
      service().origin,
      '/api/v1/profiles',
      'GET',
      'http://localhost:5173',
      asked,
    );
    expect(headers.get('access-control-allow-headers')).toBe(asked);
    expect(headers.get('vary')).toMatch(/access-control-request-headers/i);
    expect(headers.get('access-control-max-age')).toBe('86400');
  });

  it.each([
    { path: '/api/v1/users/me', rejected: 401 },
    { path: '/api/v1/profiles/%zz', rejected: 400 },
  ])(
    'exposes the headers that clients read, on errors too: $path',
    async ({ path, rejected }) => {
      const { status, headers } = await fetchJson(`${service().origin}${path}`, {
        headers: { origin: 'http://localhost:5173' },
      });
      expect(status).toBe(rejected);
      expect(listed(headers, 'access-control-expose-headers').toSorted()).toEqual([
        'Allow',
        'ETag',
        'Retry-After',
        'WWW-Authenticate',
        'X-Request-Id',
      ]);
    },
  );

  it('never allows credentials, and tells caches that the origin matters', async () => {
    const { headers } = await preflight(
      service().origin,
      '/api/v1/users/me',
      'PATCH',
      'http://localhost:5173',
    );
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toMatch(/origin/i);
  });

  it.each([
    { path: '/api/v1/profiles', allow: ['GET', 'HEAD', 'OPTIONS', 'POST'] },
    { path: '/trpc/users.me', allow: ['GET', 'OPTIONS', 'POST'] },
    { path: '/healthz', allow: ['GET', 'HEAD', 'OPTIONS'] },
  ])('answers a plain OPTIONS request with the allowed methods: $path', async (one) => {
    const answer = await fetchJson(`${service().origin}${one.path}`, {
      method: 'OPTIONS',
    });
    expect(answer.status).toBe(204);
    expect(listed(answer.headers, 'allow')).toEqual(expect.arrayContaining(one.allow));
  });

  it('answers OPTIONS of an unknown path with 404, preflight or not', async () => {
    for (const path of ['/nope', '/api/v1/nope']) {
      const question = { method: 'OPTIONS' };
      expect(refusal(await fetchJson(`${service().origin}${path}`, question))).toBe(
        '404 PATH_NOT_FOUND',
      );
      const asked = await preflight(
        service().origin,
        path,
        'PATCH',
        'http://localhost:5173',
      );
      expect(refusal(asked)).toBe('404 PATH_NOT_FOUND');
    }
  });
});

describe('in production', () => {
  const service = useService({ settings: production });

  it('lets no other origin call', async () => {
    expect(await allowedOrigin(service(), 'http://localhost:5173')).toBeNull();
    expect(await allowedOrigin(service(), 'https://example.com')).toBeNull();
    const from = { headers: { origin: 'null' } };
    const sandboxed = await fetchJson(`${service().origin}/api/v1/profiles/nobody`, from);
    expect(sandboxed.headers.get('access-control-allow-origin')).toBeNull();
    // The documents are public, because the reference pages read them.
    for (const path of ['/openapi.json', '/moderation/openapi.json']) {
      const document = await fetchJson(`${service().origin}/api/v1${path}`, from);
      expect(document.headers.get('access-control-allow-origin')).toBe('*');
    }
  });
});

describe('with CORS_ORIGINS', () => {
  const service = useService({
    settings: { CORS_ORIGINS: 'https://app.example.com, https://other.example.com' },
  });

  it('lets the listed origins call, and no other', async () => {
    expect(await allowedOrigin(service(), 'https://app.example.com')).toBe(
      'https://app.example.com',
    );
    expect(await allowedOrigin(service(), 'https://other.example.com')).toBe(
      'https://other.example.com',
    );
    expect(await allowedOrigin(service(), 'http://localhost:5173')).toBeNull();
    expect(
      await allowedOrigin(service(), 'https://app.example.com.evil.example'),
    ).toBeNull();
  });
});
