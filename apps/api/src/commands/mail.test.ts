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
import type { Service } from '../process/start-service.ts';
import { startOn } from '../testing/start-service.ts';
import { addMailCommands } from './mail.ts';

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

const mailsTo = (address: string) => postmark.mails().filter(({ to }) => to === address);

describe('./namecard mail', () => {
  it('is explained by documents that have all states and events', async () => {
    const page = await readFile(
      new URL('../../../../docs/run/mail.md', import.meta.url),
      'utf8',
    );
    const words = [...mailStates, ...mailEvents];
    expect(words.filter((word) => !page.includes(`| \`${word}\``))).toEqual([]);
  });

  it('stops mail to an address', async () => {
    const json = { email: 'emil@example.com' };
    const text = await namecard('suppress', 'Emil@example.com', '--json');
    expect(JSON.parse(text)).toEqual({ suppressed: 'Emil@example.com' });
    expect(await namecard('suppress', json.email)).toMatch(
      /^No mail is sent to emil@example.com/,
    );
    await fetchJson(`${service.address}/api/v1/auth/send-code`, { json });
    expect(await namecard('test', json.email)).toContain('has suppressed');
    await fetchJson(`${service.address}/api/v1/auth/send-code`, {
      json: { email: 'finn@example.com' },
    });
    await expect.poll(() => mailsTo('finn@example.com')).toHaveLength(1);
    expect(mailsTo(json.email)).toEqual([]);
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
      { subject: 'Namecard: A test mail' },
    ]);
    postmark.behave('unauthorized');
    expect(await namecard('test', 'dora@example.com')).toBe(
      'It was not sent: credentials_rejected.',
    );
    expect(process.exitCode).toBe(1);
  });
});
