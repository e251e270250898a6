import { fetchJson, signIn } from '@namecard/testing';
import { defaultSocials, socialNetworks } from '@namecard/look/socials';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';

const service = useService({
  settings: { MEMBER_PAGES: 'false', PUBLIC_PROFILES: 'true' },
});

describe('without members’ pages', () => {
  it('the first page is for operators', async () => {
    const answer = await fetch(service().origin, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    expect(page).toContain('Sign-in by emailed code, user records and public profiles.');
    expect(page).toContain('href="/admin/"');
    expect(page).not.toContain('/sign-in');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/sign-in', '/me', '/me/account', '/members', '/report/ann', '/look-up'])(
    'nothing is at %s',
    async (path) => {
      expect((await fetchJson(`${service().origin}${path}`)).status).toBe(404);
    },
  );
});

/** An answer without the headers that differ each time. */
async function answerOf(url: string, init: RequestInit): Promise<string> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  const headers = [...answer.headers].filter(
    ([name]) => !/^(?:date|x-request-id)$/.test(name),
  );
  const body = await answer.text();
  return JSON.stringify([answer.status, headers, body]).replaceAll(
    new URL(url).origin,
    'ORIGIN',
  );
}

describe('each document', () => {
  const described = async (origin: string) => {
    const answers = ['openapi.json', 'moderation/openapi.json'].map(async (path) => {
      const text = await (await fetch(`${origin}/api/v1/${path}`)).text();
      return socialNetworks.filter((network) => text.includes(`"${network}"`));
    });
    return Promise.all(answers);
  };

  it('describes the kinds of links that are offered, and no others', async () => {
    const other = await startOn(service().databaseUrl, {
      settings: { SOCIALS: 'Signal, website,github' },
    });
    const offered = ['website', 'github', 'signal'];
    expect(await described(other.address)).toEqual([offered, offered]);
    expect(await described(service().origin)).toEqual([defaultSocials, defaultSocials]);
    await other.close();
  });
});

describe('with members’ pages', () => {
  it('the documents, the admin app and the calls are byte for byte the same as without', async () => {
    const token = await signIn(service(), 'ann@example.com');
    const withPages = await startOn(service().databaseUrl, {
      settings: { PUBLIC_PROFILES: 'true' },
    });
    const authorization = `Bearer ${token}`;
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'ann', referral: '' });
    const profile = { method: 'POST', headers: { authorization, ...json }, body };
    const requests: [string, RequestInit][] = [
      ['/api/v1/profiles', profile],
      ['/api/v1/profiles', { headers: { authorization } }],
      ['/api/v1/users/me', { headers: { authorization } }],
      [
        '/api/v1/users/me',
        { method: 'PATCH', headers: { authorization, ...json }, body: '{}' },
      ],
      ['/api/v1/auth/send-code', { method: 'POST', headers: json, body: '{}' }],
      ['/api/v1/auth/verify-code', { method: 'POST', headers: json, body: '{}' }],
      ['/api/v1/nowhere', {}],
      ['/trpc/profiles.list', { headers: { authorization } }],
      ...[
        '/api/v1/openapi.json',
        '/api/v1/moderation/openapi.json',
        '/docs',
        '/docs/moderation',
        '/admin/',
        '/admin/users',
        '/robots.txt',
        '/look/inter.woff2',
        '/healthz',
      ].map((path): [string, RequestInit] => [path, {}]),
    ];
    for (const [path, init] of requests) {
      const without = await answerOf(`${service().origin}${path}`, init);
      expect([path, await answerOf(`${withPages.address}${path}`, init)]).toEqual([
        path,
        without,
      ]);
    }
    await withPages.close();
  });
});
