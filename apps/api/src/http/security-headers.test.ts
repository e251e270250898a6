import { fetchJson } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const paths = [
  '/healthz',
  '/api/v1/users/me',
  '/api/v1/openapi.json',
  '/api/v1/moderation/openapi.json',
  '/trpc/users.me',
  '/trpc/nope',
  '/dev/mailbox',
  '/docs',
  '/docs/moderation',
  '/nope',
  '/%zz',
];

describe('every answer', () => {
  const service = useService();

  it.each(paths)('tells browsers to be strict: %s', async (path) => {
    const { headers } = await fetchJson(`${service().origin}${path}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(paths)('does not tell its software: %s', async (path) => {
    const { headers } = await fetchJson(`${service().origin}${path}`);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  it('does not ask for HTTPS if the service is not reached by it', async () => {
    const { headers } = await fetchJson(`${service().origin}/healthz`);
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('behind an https PUBLIC_URL', () => {
  const service = useService({ settings: { PUBLIC_URL: 'https://cards.example.com' } });

  it('every answer asks for HTTPS from now on', async () => {
    const { headers } = await fetchJson(`${service().origin}/healthz`);
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
  });

  it('the reference may call it by its name too, whatever name it was opened by', async () => {
    const { headers } = await fetchJson(`${service().origin}/docs/moderation`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("connect-src 'self' https://cards.example.com;");
    expect(policy).toMatch(/;sandbox allow-scripts allow-forms allow-downloads$/);
  });
});
