import { fetchJson, refusal } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from '../testing/start-service.ts';

const service = useService();

/** The answer of an instance with these settings. */
async function answerOf(path: string, settings: Record<string, string>) {
  const instance = await startOn(service().databaseUrl, { settings });
  const answer = await fetch(`${instance.address}${path}`);
  const text = await answer.text();
  await instance.close();
  return { status: answer.status, type: answer.headers.get('content-type'), text };
}

const plainText = 'text/plain; charset=utf-8';

describe('robots.txt', () => {
  it.each([
    [{}, 'User-agent: *\nDisallow: /\n'],
    [{ PUBLIC_PROFILES: 'true' }, 'User-agent: *\nAllow: /@\nDisallow: /\n'],
  ])('with %j lets crawlers read only the pages of profiles', async (settings, text) => {
    expect(await answerOf('/robots.txt', settings)).toEqual({
      status: 200,
      type: plainText,
      text,
    });
  });
});

describe('security.txt', () => {
  const path = '/.well-known/security.txt';
  const contact = 'mailto:security@example.com';

  it('names the contact, and expires within a year', async () => {
    const { status, type, text } = await answerOf(path, {
      CONTACT_URL: contact,
      PUBLIC_URL: 'https://cards.example.com',
    });
    expect({ status, type }).toEqual({ status: 200, type: plainText });
    expect(text).toMatch(
      /^Contact: mailto:security@example\.com\nExpires: \S+\nCanonical: https:\/\/cards\.example\.com\/\.well-known\/security\.txt\n$/,
    );
    const [, expires = ''] = /Expires: (\S+)/.exec(text) ?? [];
    const days = (Date.parse(expires) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(365);
  });

  it('does not exist without a contact', async () => {
    const answer = await fetchJson(`${service().origin}${path}`);
    expect(refusal(answer)).toBe('404 PATH_NOT_FOUND');
  });
});
