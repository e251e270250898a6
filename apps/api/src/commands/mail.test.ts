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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Service } from '../process/start-service.ts';
import { runCommand } from '../testing/run-command.ts';
import { startOn } from '../testing/start-service.ts';

let postmark: FakePostmark;
let service: Service;
const ended = new AsyncDisposableStack();
let settings: Record<string, string>;

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

beforeEach(() => postmark.behave('ok'));

const namecard = (...words: string[]) => runCommand(['mail', ...words], settings);

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
    const { out } = await namecard('suppress', 'Emil@example.com', '--json');
    expect(JSON.parse(out)).toEqual({ suppressed: 'Emil@example.com' });
    expect((await namecard('suppress', json.email)).out).toMatch(
      /^No mail is sent to emil@example.com/,
    );
    await fetchJson(`${service.address}/api/v1/auth/send-code`, { json });
    expect((await namecard('test', json.email)).err).toContain('has suppressed');
    await fetchJson(`${service.address}/api/v1/auth/send-code`, {
      json: { email: 'finn@example.com' },
    });
    await expect.poll(() => mailsTo('finn@example.com')).toHaveLength(1);
    expect(mailsTo(json.email)).toEqual([]);
  });

  it('says in one line that an address is not valid', async () => {
    const { err, code } = await namecard('suppress', 'emil');
    expect([err, code]).toEqual([expect.stringMatching(/Must be an email address/), 1]);
  });

  it('sends a test mail, and prints the provider’s answer', async () => {
    expect((await namecard('test', 'dora@example.com')).out).toMatch(
      /^The provider accepted it as /,
    );
    expect(mailsTo('dora@example.com')).toMatchObject([
      { subject: 'Namecard: A test mail' },
    ]);
    postmark.behave('unauthorized');
    expect(await namecard('test', 'dora@example.com')).toMatchObject({
      err: 'It was not sent: credentials_rejected.\n',
      code: 1,
    });
  });
});
