import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnose, type Diagnosis } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { createKeyRing } from '@namecard/router';
import {
  answerWith,
  fakePostmark,
  fakeSmtp,
  makeDataDirectory,
  testSecretKey,
} from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readEnvironment } from '../../settings/environment.ts';
import { runCommand } from '../../testing/run-command.ts';
import { checkDatabase } from './database.ts';
import { checkBackup, checkSecretKey } from './instances.ts';
import { checkSpace } from './disk.ts';
import { checkNode } from './ends-of-life.ts';
import { checkMail } from './mail.ts';
import { checkSettings } from './settings.ts';

const database = useTestDatabase();

const Checks = z.array(
  z.object({ name: z.string(), status: z.string(), message: z.string() }),
);

async function doctor(settings: Record<string, string>) {
  const { out, code } = await runCommand(['doctor', '--json'], settings);
  return { code, checks: Checks.parse(JSON.parse(out)) };
}

const inProduction = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://ann@db.example/cards',
  SECRET_KEY: testSecretKey,
  POSTMARK_SERVER_TOKEN: 'token',
  EMAIL_FROM: 'hello@example.com',
};

describe('namecard doctor', () => {
  it('finds nothing to do if all is well, and changes nothing', async () => {
    await using directory = await makeDataDirectory();
    const { code, checks } = await doctor({
      DATABASE_URL: database().url,
      DATA_DIR: directory.path,
      SECRET_KEY: testSecretKey,
    });
    expect(code).toBe(0);
    expect(checks.filter(({ status }) => status !== 'ok')).toMatchObject([
      { name: 'backup' },
      { name: 'mail' },
    ]);
    const names =
      'settings, public address, proxies, admins, operator, database, encoding, rights';
    expect(checks.map(({ name }) => name).join(', ')).toBe(
      `${names}, extension, schema, clock, connections, secret key, hash key, instances, backup, history, node, disk, mail`,
    );
  });

  it('fails while the provider refuses everybody, in the words of the outbox', async () => {
    await database().orm.em.getConnection().execute(`
      insert into outbox (id, challenge_id, recipient, has_account, browser, system, next_at, attempts, outcome)
      values (gen_random_uuid(), gen_random_uuid(), 'a@b.example', true, '', '', now(), 1, 'message_rejected')
    `);
    const settings = { DATABASE_URL: database().url, SECRET_KEY: testSecretKey };
    const { code, checks } = await doctor(settings);
    expect(found(checks, 'mail')).toMatch(/^fail: degraded: .*message_rejected/);
    expect(code).toBe(1);
    await database().orm.em.getConnection().execute('delete from outbox');
  });

  it.each([
    [99, 'postgresql://namecard@/namecard?host=/run/postgresql', 'fail'],
    [100, 'postgresql://namecard@/namecard?host=/run/postgresql', 'ok'],
    [99, undefined, 'fail'],
    [999, undefined, 'warn'],
    [1000, undefined, 'ok'],
  ])('with %i MB free for %s it says %s', (free, DATABASE_URL, status) => {
    const text = `${free} MB are free in DATA_DIR`;
    expect(checkSpace({ free, text }, { DATABASE_URL })).toMatchObject({ status });
  });

  it('has a line for each setting that is not valid', async () => {
    const { code, checks } = await doctor({ PORT: 'http', SECRET_KEY: 'hunter2' });
    expect({ code, lines: checks.length }).toEqual({ code: 1, lines: 2 });
    expect(JSON.stringify(checks)).not.toContain('hunter2');
  });

  it('checks the rest if the database can’t be reached', async () => {
    const DATABASE_URL = 'postgresql://nobody:hunter2@127.0.0.1:1/none';
    const { code, checks } = await doctor({ DATABASE_URL, SECRET_KEY: testSecretKey });
    expect(code).toBe(1);
    expect(checks).toContainEqual({
      name: 'database',
      status: 'fail',
      message: expect.stringContaining('ECONNREFUSED'),
    });
    expect(checks.map(({ name }) => name)).toContain('disk');
    expect(JSON.stringify(checks)).not.toContain('hunter2');
  });

  it('before a first start says what that creates, and creates nothing', async () => {
    await using directory = await makeDataDirectory();
    const DATA_DIR = join(directory.path, 'not', 'made');
    const creator = async (settings: Record<string, string>) => {
      const { code, checks } = await doctor({ DATA_DIR, ...settings });
      expect(code).toBe(0);
      return { database: found(checks, 'database'), disk: found(checks, 'disk') };
    };
    expect(await creator({})).toEqual({
      database:
        'ok: none yet: the first start creates an embedded PostgreSQL in DATA_DIR',
      disk: expect.stringMatching(
        /^ok: DATA_DIR does not exist yet: the first start creates it\./,
      ),
    });
    const settings = {
      DATABASE_URL: database().url,
      SECRET_KEY: testSecretKey,
      DEV_MAILBOX: 'false',
    };
    const { disk } = await creator(settings);
    expect(disk).toMatch(/^ok: .*the first erasure creates it\./);
    expect(await readdir(directory.path)).toEqual([]);
  });

  it('says what can’t be written: a start fails where it needs DATA_DIR', async () => {
    const DATA_DIR = join(import.meta.filename, 'data');
    const settings = { DATABASE_URL: database().url, DEV_MAILBOX: 'false', DATA_DIR };
    const { checks } = await doctor({ ...settings, SECRET_KEY: testSecretKey });
    expect(found(checks, 'disk')).toMatch(/^warn: .*only in the log/);
    expect(found((await doctor({ DATA_DIR })).checks, 'disk')).toMatch(/^fail: /);
  });

  it('fails if the database was used with another hash key, and warns before it is lost', async () => {
    const settings = { DATABASE_URL: database().url };
    await runCommand(['doctor', '--repair'], { ...settings, SECRET_KEY: testSecretKey });
    const other = 'another'.repeat(5);
    const hashKey = async (SECRET_KEY: string) =>
      found((await doctor({ ...settings, SECRET_KEY })).checks, 'hash key');
    expect(await hashKey(testSecretKey)).toMatch(/^ok: /);
    expect(await hashKey(`${other},${testSecretKey}`)).toMatch(/^warn: /);
    expect(await hashKey(other)).toMatch(/^fail: The database was used with another/);
  });

  it('fails if SECRET_KEY lacks a key that webhook secrets are encrypted with', async () => {
    const environment = readEnvironment({ SECRET_KEY: testSecretKey });
    const [id = ''] = createKeyRing([testSecretKey]).ids;
    expect(await checkSecretKey([id], environment)).toMatchObject({ status: 'ok' });
    expect(await checkSecretKey(['b'], environment)).toMatchObject({ status: 'fail' });
  });
});

const found = (
  checks: { name: string; status: string; message: string }[],
  name: string,
) => {
  const check = checks.find((one) => one.name === name);
  return `${check?.status}: ${check?.message}`;
};

describe('the database', () => {
  const current = { taken: 3, missing: 0, older: [], newer: [], runsBeside: true };
  const changes: [string, Partial<Diagnosis>, RegExp][] = [
    ['database', { version: '14.9', major: 14 }, /^fail: .*15 or newer/],
    ['database', { unwritable: '25006: read-only' }, /^fail: .*25006.*DatabaseTrouble/],
    ['database', { isStandby: true }, /^fail: .*DATABASE_URL to the primary/],
    ['rights', { foreignTables: 3 }, /^warn: .*3 tables: .*namecard migrate/],
    ['rights', { canCreate: false }, /^warn: .*namecard migrate/],
    ['extension', { trigrams: 'available' }, /^warn: /],
    ['database', { version: '16.4', foldsCase: false }, /^fail: .*16\.4 without ICU/],
    ['encoding', { encoding: 'LATIN1' }, /^fail: .*LATIN1.*encoding 'UTF8'/],
    ['extension', { trigrams: 'missing' }, /^fail: .*postgresql-contrib/],
    ['extension', { trigrams: 'forbidden' }, /^fail: .*create extension pg_trgm;/],
    [
      'extension',
      { trigrams: 'hidden' },
      /^fail: .*create extension pg_trgm schema public;/,
    ],
    ['schema', { schema: { ...current, newer: ['M9'] } }, /^warn: .*M9.*beside/],
    [
      'schema',
      { schema: { ...current, newer: ['M9'], runsBeside: false } },
      /^fail: .*M9/,
    ],
    ['schema', { schema: { ...current, older: ['M0'] } }, /^fail: .*before 1\.0\.0/],
    ['schema', { schema: { ...current, missing: 2 } }, /^warn: 2 .*namecard migrate/],
    ['schema', { schema: { ...current, taken: 0, missing: 9 } }, /^warn: .*empty/],
    ['clock', { clockAhead: -90 }, /^warn: .*90\.0 s behind/],
    ['database', { unwritable: '53100: no room' }, /^fail: .*53100.*NamecardDiskFull/],
    ['connections', { others: 10_000 }, /^fail: .*others use 10000/],
    ['connections', { connections: 9 }, /^fail: .*DATABASE_POOL/],
    ['connections', { connections: 15, others: 0 }, /^warn: .*second instance/],
    ['connections', { isPooled: true, connections: 1 }, /^ok: .*pooler/],
  ];

  let really: Diagnosis;

  beforeAll(async () => {
    really = await diagnose(database().url);
  });

  it.each(changes)('%s: %j', (name, change, expected) => {
    const environment = readEnvironment({});
    expect(found(checkDatabase(really, environment), name)).toMatch(/^ok: /);
    expect(found(checkDatabase({ ...really, ...change }, environment), name)).toMatch(
      expected,
    );
  });
});

it('warns of the end of Node’s line three months before', () => {
  const at = (day: string) => checkNode('24.21.0', Date.parse(day)).status;
  expect([at('2028-01-31'), at('2028-02-01')]).toEqual(['ok', 'warn']);
  expect(checkNode().message).toMatch(/maintained until 20/);
});

it('fails if the backups of each night have stopped', () => {
  const statusAt = (backup: number) =>
    checkBackup({ backup, database: 9e9 }, false).status;
  expect([statusAt(35 * 3_600), statusAt(37 * 3_600)]).toEqual(['ok', 'fail']);
});

describe('--quiet', () => {
  const quietly = async () => {
    const settings = { DATABASE_URL: database().url, SECRET_KEY: testSecretKey };
    const { out, code } = await runCommand(['doctor', '--quiet'], settings);
    return { out, code };
  };
  const instance = async (seen: string) =>
    database().orm.em.getConnection().execute(`
      delete from instances;
      insert into instances (id, name, version, seen_at)
      values (gen_random_uuid(), 'cards:3000', '1.0.0', now() - interval '${seen}')
    `);

  it('prints only what fails', async () => {
    await instance('0 s');
    expect(await quietly()).toEqual({ out: '', code: 0 });
    const { out, code } = await runCommand(['doctor', '--quiet'], { PORT: 'http' });
    expect({ out, code }).toEqual({
      out: expect.stringMatching(/^fail +settings: PORT[^\n]*\n$/),
      code: 1,
    });
  });

  it('fails if an instance vanished, and if none runs: nobody reads that it warns', async () => {
    await instance('5 minutes');
    expect(await quietly()).toEqual({
      out: expect.stringMatching(/^fail +instances: cards:3000 gave no sign[^\n]*\n$/),
      code: 1,
    });
    await instance('2 hours');
    expect(await quietly()).toEqual({
      out: expect.stringMatching(/^fail +instances: no instance runs[^\n]*\n$/),
      code: 1,
    });
  });

  it('fails if no backup was ever made, but not on the first day', () => {
    const statusAt = (hours: number, isWatch: boolean) =>
      checkBackup({ backup: undefined, database: hours * 3_600 }, isWatch).status;
    expect(statusAt(35, true)).toBe('warn');
    expect(statusAt(37, true)).toBe('fail');
    expect(statusAt(37, false)).toBe('warn');
  });
});

describe('the settings', () => {
  it.each([
    ['public address', { PUBLIC_URL: 'http://cards.example.com' }, /^warn: .*https/],
    ['public address', { PUBLIC_URL: 'http://127.0.0.1:3000' }, /^ok: /],
    ['proxies', { PUBLIC_URL: 'https://example.com' }, /^warn: .*TRUST_PROXY/],
    ['proxies', { TRUST_PROXY: '0.0.0.0/0' }, /^warn: .*strangers/],
    ['proxies', { TRUST_PROXY: '::/0' }, /^warn: .*strangers/],
    ['proxies', { TRUST_PROXY: '10.0.0.0/8, 128.0.0.0/1' }, /^warn: .*strangers/],
    ['proxies', { TRUST_PROXY: '::ffff:0:0/96' }, /^warn: .*strangers/],
    ['proxies', { TRUST_PROXY: '10.0.0.0/8, fc00::/7' }, /^ok: /],
    ['metrics', inProduction, /^warn: METRICS_TOKEN/],
    [
      'metrics',
      { ...inProduction, METRICS_TOKEN: 'a-token-of-16-letters' },
      /^undefined/,
    ],
    [
      'proxies',
      { PUBLIC_URL: 'https://example.com', TRUST_PROXY: '10.0.0.1' },
      /^warn: .*NODE_ENV=production/,
    ],
    ['operator', {}, /^ok: not set: PRIVACY_URL, TERMS_URL, IMPRINT_URL, CONTACT_URL$/],
    [
      'operator',
      { ...inProduction, PRIVACY_URL: 'https://example.com/privacy' },
      /^warn: set TERMS_URL, IMPRINT_URL, CONTACT_URL: /,
    ],
  ])('%s: %j', (name, settings, expected) => {
    expect(found(checkSettings(readEnvironment(settings)), name)).toMatch(expected);
  });
});

describe('mail', () => {
  const token = 'a-token-of-Postmark';
  const check = async (POSTMARK_API_URL: string) =>
    checkMail(
      readEnvironment({
        POSTMARK_SERVER_TOKEN: token,
        POSTMARK_API_URL,
        EMAIL_FROM: 'a@example.com',
      }),
    );

  it.each([
    [200, { ID: 1, Name: 'Namecard' }, /^ok: /],
    [200, {}, /^fail: .*POSTMARK_API_URL/],
    [401, { ErrorCode: 10 }, /^fail: .*POSTMARK_SERVER_TOKEN/],
    [404, {}, /^fail: .*POSTMARK_API_URL/],
    [429, {}, /^fail: .*sent later/],
    [503, {}, /^fail: .*status page/],
  ])('that answers %i %j', async (status, body, expected) => {
    await using postmark = await fakePostmark();
    postmark.behave(answerWith(status, body));
    const { message, status: outcome } = await check(postmark.url);
    expect(`${outcome}: ${message}`).toMatch(expected);
    expect(postmark.mails()).toEqual([]);
    expect(postmark.requests).toMatchObject([{ path: '/server' }]);
  });

  it('asks an SMTP server whether it accepts the service, and sends no mail', async () => {
    await using smtp = await fakeSmtp();
    const checkSmtp = async () =>
      checkMail(readEnvironment({ SMTP_URL: smtp.url, EMAIL_FROM: 'a@example.com' }));
    expect((await checkSmtp()).status).toBe('ok');
    expect(smtp.greetings()).toEqual(['example.com']);
    smtp.behave({ at: 'greeting', reply: '421 4.7.0 No' });
    expect(await checkSmtp()).toMatchObject({
      status: 'fail',
      message: expect.stringMatching(/greeting_refused.*the name example\.com/),
    });
    smtp.behave({ at: 'MAIL', reply: '553 5.7.1 No' });
    expect((await checkSmtp()).status).toBe('ok');
    expect(smtp.mails()).toEqual([]);
  });

  it('that can’t be reached', async () => {
    expect((await check('http://127.0.0.1:1')).message).toMatch(/can’t be reached/);
  });
});
