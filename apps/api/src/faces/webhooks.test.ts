import { connect } from 'node:net';
import { statements } from '@namecard/db';
import { createTestDatabase } from '@namecard/db/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  fakePostmark,
  fetchJson,
  refusal,
  type FakePostmark,
  type Question,
  type TakenMail,
} from '@namecard/testing';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../process/start-service.ts';
import { readMetric } from '../testing/read-metric.ts';
import { startOn, startTestService } from '../testing/start-service.ts';

const secret = 'a-secret-of-the-webhooks';
const email = 'ann@example.com';

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});

let postmark: FakePostmark;
let service: Service;
let drop: () => Promise<void>;
const log: string[] = [];

beforeAll(async () => {
  postmark = await fakePostmark();
  const database = await createTestDatabase();
  drop = database.drop;
  const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
  service = await startOn(database.url, {
    logger,
    settings: {
      POSTMARK_SERVER_TOKEN: 'token',
      POSTMARK_API_URL: postmark.url,
      POSTMARK_WEBHOOK_SECRET: secret,
      EMAIL_FROM: 'hello@example.com',
    },
  });
  await fetchJson(`${service.address}/api/v1/auth/send-code`, { json: { email } });
  while ((await recorded()) === undefined) await sleep(20);
});

afterAll(async () => {
  await service.close();
  await drop();
  await postmark.close();
});

function mail(): TakenMail {
  const [taken] = postmark.mails();
  if (!taken) throw new Error('Nothing was mailed');
  return taken;
}

const bounce = (fields: Record<string, unknown> = {}) => ({
  RecordType: 'Bounce',
  MessageID: mail().messageId,
  Inactive: true,
  Email: email,
  Subject: mail().subject,
  Content: mail().text,
  Description: 'The mailbox does not exist',
  ...fields,
});

const notify = (question: Question) =>
  fetchJson(`${service.address}/webhooks/postmark`, question);

/** The recorded fate of the mail; undefined until it is sent. */
async function recorded(): Promise<string | null | undefined> {
  const row = await statements(service.parts.orm.em.fork())
    .selectFrom('outbox')
    .select('event')
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return row?.event;
}

describe('a webhook without the secret', () => {
  it.each([
    ['nothing', {}],
    ['another password', basic('postmark', 'another')],
    ['the secret as the user’s name', basic(secret, '')],
    ['an empty password', basic('', '')],
    ['another token', { authorization: 'Bearer another' }],
    ['half of the secret', { authorization: `Bearer ${secret.slice(0, 12)}` }],
    ['another scheme', { authorization: `Digest ${secret}` }],
    ['the secret alone', { authorization: secret }],
    ['what is no base64', { authorization: 'Basic ***' }],
  ])('is refused and not read: %s', async (_name, headers: Record<string, string>) => {
    const answer = await notify({ json: bounce(), headers });
    expect(refusal(answer)).toBe('401 CREDENTIALS_INVALID');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect(await recorded()).toBeNull();
  });
});

describe('a webhook with the secret', () => {
  it.each([
    ['Basic', () => basic('postmark', secret), { Inactive: false }, 'bounced'],
    ['Basic, without a user', () => basic('', secret), {}, 'suppressed'],
    [
      'Bearer',
      () => ({ authorization: `Bearer ${secret}` }),
      { RecordType: 'SpamComplaint' },
      'complained',
    ],
    [
      'bearer, in lower case',
      () => ({ authorization: `bearer ${secret}` }),
      { RecordType: 'SubscriptionChange', SuppressSending: false },
      'reactivated',
    ],
  ])('is recorded: %s', async (_name, headers, fields, event) => {
    const { status } = await notify({ json: bounce(fields), headers: headers() });
    expect(status).toBe(200);
    expect(await recorded()).toBe(event);
  });

  it('is answered 200 if it is about no mail of ours, so that it is not sent again', async () => {
    const json = bounce({ MessageID: 'unknown' });
    expect((await notify({ json, headers: basic('', secret) })).status).toBe(200);
    expect((await notify({ json: {}, headers: basic('', secret) })).status).toBe(200);
  });

  it('may contain the whole mail', async () => {
    const json = {
      RecordType: 'Bounce',
      MessageID: 'nobodys',
      Content: 'x'.repeat(200_000),
    };
    const answer = await fetchJson(`${service.address}/webhooks/postmark`, {
      json,
      headers: basic('postmark', secret),
    });
    expect(answer.status).toBe(200);
  });

  it('waits while four others are read, also if their clients leave', async () => {
    const { hostname, port } = new URL(service.address);
    const { authorization } = basic('', secret);
    const head = `POST /webhooks/postmark HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: 90000\r\n\r\n`;
    const halves = Array.from({ length: 6 }, () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {}).write(`${head}{${' '.repeat(70_000)}`);
      return socket;
    });
    const arrived = async () =>
      readMetric(service.parts.metrics, 'namecard_unanswered_requests');
    await expect.poll(arrived).toBe(6);
    let status = 0;
    const last = notify({ json: {}, headers: basic('', secret) });
    void last.then((answer) => (status = answer.status));
    await sleep(300);
    expect(status).toBe(0);
    halves.forEach((socket) => socket.destroy());
    expect((await last).status).toBe(200);
  });

  it('is refused if it is not JSON', async () => {
    const answer = await notify({ text: '{', headers: basic('', secret) });
    expect(answer.status).toBe(400);
  });

  it('leaves nothing in the log', async () => {
    await notify({ json: bounce(), headers: basic('', secret) });
    await notify({
      text: JSON.stringify(bounce()).slice(0, -1),
      headers: basic('', secret),
    });
    const lines = log.join('\n');
    expect(lines).toContain('Server listening');
    const secrets = [
      mail().subject,
      mail().messageId,
      'The mailbox does not exist',
      secret,
    ];
    for (const kept of secrets) expect(lines).not.toContain(kept);
    expect(lines).not.toMatch(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{5}\b/);
  });
});

describe('without a secret', () => {
  it('the path does not exist', async () => {
    const without = await startTestService();
    for (const headers of [
      {},
      basic('', ''),
      basic('', 'undefined'),
      { authorization: 'Bearer ' },
    ]) {
      const answer = await fetchJson(`${without.origin}/webhooks/postmark`, {
        json: bounce(),
        headers,
      });
      expect(refusal(answer)).toBe('404 PATH_NOT_FOUND');
    }
    await without.stop();
  });
});
