import { fetchJson } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';

const service = useService({
  settings: { MEMBER_PAGES: 'false', PUBLIC_PROFILES: 'true' },
});

describe('without members’ pages', () => {
  it('the first page is for those who run the service', async () => {
    const answer = await fetch(service().origin, { headers: { accept: 'text/html' } });
    const page = await answer.text();
    expect(page).toContain('Sign-in by emailed code, user records and public profiles.');
    expect(page).toContain('href="/admin/"');
    expect(page).not.toContain('/sign-in');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/sign-in', '/me', '/me/account', '/report/ann', '/look-up'])(
    'there is nothing at %s',
    async (path) => {
      expect((await fetchJson(`${service().origin}${path}`)).status).toBe(404);
    },
  );
});
