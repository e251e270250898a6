import { readFile } from 'node:fs/promises';
import { mailEvents, mailStates } from '@namecard/db';
import { createTestDatabase } from '@namecard/db/testing';
import {
  fakePostmark,
  fetchJson,
  makeDataDirectory,
  testSecretKey,
  type FakePostmark,
} from '@namecard/testing';
import { Command } from 'commander';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest';
import { z } from 'zod';
import type { Service } from '../process/start-service.ts';
import { startOn } from '../testing/start-service.ts';
import { addMailCommands } from './mail.ts';

const webhookSecret = 'a secret of the webhook';

let postmark: FakePostmark;
let service: Service;
const ended = new AsyncDisposableStack();
let settings: Record<string, string>;
let printed: string[];

beforeAll(async () => {
  const database = await createTestDatabase();
  ended.defer(database.drop);
  const directory = ended.use(await makeDataDirectory());
  postmark = ended.use(await fakePostmark());
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: directory.path,
    SECRET_KEY: testSecretKey,
    POSTMARK_SERVER_TOKEN: 'token',
    POSTMARK_API_URL: postmark.url,
    POSTMARK_WEBHOOK_SECRET: webhookSecret,
    EMAIL_FROM: 'hello@example.com',
  };
  service = await startOn(database.url, { settings });
  ended.defer(() => service.close());
});
afterAll(() => ended.disposeAsync());

beforeEach(() => {
  printed = [];
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const print = (text: unknown) => printed.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
  postmark.behave('ok');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = 0;
});

async function namecard(...words: string[]): Promise<string> {
  printed = [];
  const program = new Command();
  addMailCommands(program);
  await program.parseAsync(['mail', ...words], { from: 'user' });
  return printed.join('\n');
}

/** Lets the provider refuse a mail to the address, and returns the mail's id. */
async function refused(address: string): Promise<string> {
  postmark.behave('inactive422');
  await fetchJson(`${service.address}/api/v1/auth/send-code`, {
    json: { email: address },
  });
  const list = () => namecard('list', '--address', address, '--state', 'failed');
  await expect.poll(list, { timeout: 10_000 }).toContain('recipient_inactive');
  postmark.behave('ok');
  const [, id = ''] = /\n([\w-]+) /.exec(await list()) ?? [];
  return id;
}

const mailsTo = (address: string) => postmark.mails().filter(({ to }) => to === address);

describe('./namecard mail', () => {
  it('lists mail, for people and as JSON', async () => {
    const id = await refused('ann@example.com');
    const mails: unknown = JSON.parse(await namecard('list', '--json'));
    expect(mails).toMatchObject([{ id, address: 'ann@example.com', state: 'refused' }]);
    expect(await namecard('list', '--state', 'waiting')).toBe('There is no such mail.');
  });

  it('shows the provider’s last event beside the state', async () => {
    const json = { email: 'finn@example.com' };
    await fetchJson(`${service.address}/api/v1/auth/send-code`, { json });
    const list = (...more: string[]) =>
      namecard('list', '--address', json.email, ...more);
    await expect.poll(() => list(), { timeout: 10_000 }).toMatch(/ sent +- +- +finn@/);
    const Sent = z.tuple([z.object({ messageId: z.string() })]);
    const [{ messageId }] = Sent.parse(JSON.parse(await list('--json')));
    await fetchJson(`${service.address}/webhooks/postmark`, {
      json: { RecordType: 'Bounce', MessageID: messageId, Inactive: true },
      headers: { authorization: `Basic ${btoa(`postmark:${webhookSecret}`)}` },
    });
    const lines = (await list()).split('\n').map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ['id', 'requested', 'state', 'outcome', 'event', 'address'],
      [
        expect.any(String),
        expect.any(String),
        'sent',
        'hard_bounced',
        'suppressed',
        json.email,
      ],
    ]);
  });

  it('prints only states and events that the documents explain', async () => {
    const page = await readFile(
      new URL('../../../../docs/run/mail.md', import.meta.url),
      'utf8',
    );
    const words = [...mailStates, ...mailEvents];
    expect(words.filter((word) => !page.includes(`| \`${word}\``))).toEqual([]);
  });

  it('sends one refused mail or all of them again', async () => {
    const id = await refused('bob@example.com');
    expect(await namecard('retry', id)).toBe('Mails to be sent again: 1.');
    await expect
      .poll(() => mailsTo('bob@example.com'), { timeout: 10_000 })
      .toHaveLength(1);
    await refused('cleo@example.com');
    expect(await namecard('retry', '--refused')).toMatch(
      /^Mails to be sent again: \d\.$/,
    );
    await expect
      .poll(() => mailsTo('cleo@example.com'), { timeout: 10_000 })
      .toHaveLength(1);
    expect(process.exitCode).not.toBe(1);
  });

  it('says in one line why it sends no mail again', async () => {
    for (const words of [['retry'], ['retry', '0193f1a2-0000-7000-8000-000000000001']]) {
      expect(await namecard(...words)).toMatch(/^(Give the id|This mail is not)[^\n]*$/);
      expect(process.exitCode).toBe(1);
    }
  });

  it('makes the provider deliver to an address again', async () => {
    expect(await namecard('clear', 'ann@example.com')).toBe(
      'Mail reaches ann@example.com again.',
    );
    expect(postmark.cleared()).toEqual(['ann@example.com']);
    postmark.behave('kept');
    expect(await namecard('clear', 'ann@example.com')).toMatch(/keeps the suppression/);
  });

  it('stops mail to an address until the address is cleared', async () => {
    const json = { email: 'emil@example.com' };
    const Mails = z.array(
      z.object({ id: z.string(), state: z.string(), outcome: z.string() }),
    );
    const text = await namecard('suppress', 'Emil@example.com', '--json');
    expect(JSON.parse(text)).toEqual({ suppressed: 'Emil@example.com' });
    expect(await namecard('suppress', json.email)).toMatch(
      /^No mail is sent to emil@example.com/,
    );
    await fetchJson(`${service.address}/api/v1/auth/send-code`, { json });
    const list = await namecard('list', '--address', json.email, '--json');
    const mails = Mails.parse(JSON.parse(list));
    expect(mails).toMatchObject([{ state: 'refused', outcome: 'suppressed' }]);
    expect(await namecard('test', json.email)).toContain('is suppressed');
    expect(mailsTo(json.email)).toEqual([]);
    await namecard('clear', json.email);
    await namecard('retry', mails[0]?.id ?? '');
    await expect.poll(() => mailsTo(json.email), { timeout: 10_000 }).toHaveLength(1);
  });

  it('says in one line that an address is not valid', async () => {
    expect(await namecard('suppress', 'emil')).toMatch(/Must be an email address/);
    expect(process.exitCode).toBe(1);
  });

  it('sends a test mail, and prints the provider’s answer', async () => {
    expect(await namecard('test', 'dora@example.com')).toMatch(
      /^The provider accepted it as /,
    );
    expect(mailsTo('dora@example.com')).toMatchObject([
      { subject: 'A test mail of Namecard' },
    ]);
    postmark.behave('unauthorized');
    expect(await namecard('test', 'dora@example.com')).toBe(
      'It was not sent: credentials_rejected.',
    );
    expect(process.exitCode).toBe(1);
  });
});
