import { fetchJson, refusal, requestCode, type Settings } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { startTestService, useService } from './testing/start-service.ts';

const postmark = {
  POSTMARK_SERVER_TOKEN: 'a-token',
  POSTMARK_API_URL: 'http://127.0.0.1:9',
  EMAIL_FROM: 'hello@example.com',
};

describe('the development mailbox', () => {
  const service = useService();

  it('shows mails newest first, as JSON and as a page that copies them', async () => {
    await requestCode(service().origin, 'First@example.com');
    const code = await requestCode(service().origin, 'second@example.com');
    const { body } = await fetchJson(`${service().origin}/dev/mailbox.json`);
    expect(body).toMatchObject([
      { to: 'second@example.com', subject: expect.stringMatching(new RegExp(`^${code} `)) },
      { to: 'first@example.com' },
    ]);
    const page = await fetchJson(`${service().origin}/dev/mailbox`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.body).toContain(code);
  });
});

describe('the mailbox is not there', () => {
  it.each<[string, Settings]>([
    ['with a provider', postmark],
    ['in production', { ...postmark, NODE_ENV: 'production', DEV_MAILBOX: 'true' }],
    ['where others could read it', { HOST: '0.0.0.0' }],
    ['where it is switched off', { DEV_MAILBOX: 'false' }],
  ])('%s', async (_where, settings) => {
    const { origin, stop } = await startTestService({ settings });
    const address = new URL(origin);
    address.hostname = '127.0.0.1';
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect(refusal(await fetchJson(new URL(path, address).href))).toBe('404 PATH_NOT_FOUND');
    }
    await stop();
  });

  it('but where it is asked for outside production', async () => {
    const settings = { HOST: '0.0.0.0', DEV_MAILBOX: 'true' };
    const { service, stop } = await startTestService({ settings });
    const address = service.app.server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    expect(await fetchJson(`http://127.0.0.1:${port}/dev/mailbox.json`)).toMatchObject({
      status: 200,
      body: [],
    });
    await stop();
  });
});
