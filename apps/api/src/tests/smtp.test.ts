import { randomBytes } from 'node:crypto';
import { newTestCode } from '@namecard/router';
import { fakeSmtp, fetchJson, refusal, type FakeSmtp } from '@namecard/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/start-service.ts';

const email = 'ann@example.com';
const testCode = newTestCode('review@example.com', randomBytes);

let smtp: FakeSmtp;
let service: TestService;
const log: string[] = [];

beforeAll(async () => {
  smtp = await fakeSmtp();
  service = await startTestService({
    logger: pino({ level: 'trace' }, { write: (line) => log.push(line) }),
    settings: {
      SMTP_URL: smtp.url.replace('//', '//user:hunter2@'),
      EMAIL_FROM: 'Cards <hello@example.com>',
      PRODUCT_NAME: 'Cards',
      POSTMARK_WEBHOOK_SECRET: 'a-secret-of-the-webhooks',
      TEST_LOGINS: `review@example.com=${testCode} until 2099-12-31`,
    },
  });
});
afterAll(async () => {
  await service.stop();
  await smtp[Symbol.asyncDispose]();
});

const call = (path: string, json: object) =>
  fetchJson(`${service.origin}/api/v1/auth/${path}`, { json });

it('a code from a mail by SMTP signs in', async () => {
  await call('send-code', { email });
  await expect.poll(() => smtp.mails()).toHaveLength(1);
  const [mail] = smtp.mails();
  const [, code] =
    /^Subject: (\d{6}) is your Cards sign-in code, [\d:]+ UTC$/m.exec(
      mail?.message ?? '',
    ) ?? [];
  expect(mail).toMatchObject({ to: email, from: 'hello@example.com' });
  expect((await call('verify-code', { email, otp: code })).status).toBe(200);
});

it('the path of Postmark’s webhooks does not exist, even with a secret', async () => {
  const answer = await fetchJson(`${service.origin}/webhooks/postmark`, { json: {} });
  expect(refusal(answer)).toBe('404 PATH_NOT_FOUND');
});

it('a test login works without its mail, the mail is sent anyway, and the log says that test logins are on', async () => {
  const review = 'review@example.com';
  const signIn = async () =>
    (await call('verify-code', { email: review, otp: testCode })).status;
  expect(await signIn()).toBe(200);
  await call('send-code', { email: review });
  await expect.poll(() => smtp.mails().at(-1)?.to).toBe(review);
  expect(await signIn()).toBe(200);
  expect(log.filter((line) => line.includes('test logins are on'))).toEqual([
    expect.stringMatching(/"count":1,"until":"2100-01-01T00:00:00.000Z"/),
  ]);
});

it('no password, code or address is in the log', () => {
  expect(log.join()).not.toMatch(/hunter2|ann@|review@/);
  expect(log.join()).not.toContain(testCode);
});
