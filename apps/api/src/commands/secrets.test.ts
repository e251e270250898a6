import { randomUUID } from 'node:crypto';
import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { createKeyRing, noteInstance } from '@namecard/router';
import { makeDataDirectory, testSecretKey } from '@namecard/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorsActs } from '../testing/operators-acts.ts';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const idOf = (key: string) => createKeyRing([key]).current.id;

const rotate = async (settings: Record<string, string>, ...options: string[]) =>
  runCommand(['secret', 'rotate', ...options], {
    DATABASE_URL: database().url,
    ...settings,
  });

const db = () => statements(database().orm.em.fork());

/** Stores a code that was mailed a minute ago. */
async function mailCode(key: string): Promise<void> {
  await database().orm.em.getConnection().execute(`
    insert into addresses (email, asked_at) values ('a@example.com', current_instant()) on conflict do nothing;
    insert into challenges (id, email, created_at, mails, key_id)
      values (gen_random_uuid(), 'a@example.com', current_instant() - interval '1 minute', 1, '${idOf(key)}');
  `);
}

/** The ids of the keys that seal the hash keys. */
const sealedUnder = async () =>
  (await db().selectFrom('hash_keys').select('keyId').distinct().execute()).map(
    ({ keyId }) => keyId,
  );

/** Registers an instance that runs with these keys. */
const present = (name: string, ...keys: [string, ...string[]]) =>
  noteInstance(database().orm.em.fork(), {
    id: randomUUID(),
    name,
    version: '1.0.0',
    keyIds: createKeyRing(keys).ids,
  });

beforeEach(async () => {
  await db().deleteFrom('challenges').execute();
  await db().deleteFrom('instances').execute();
  await db().updateTable('hash_keys').set({ sealed: null, keyId: null }).execute();
});

describe('namecard secret rotate, where SECRET_KEY is a setting', () => {
  const other = 'another-key-for-tests-only-'.repeat(2);

  it('makes a key, says what to do with it, and changes nothing', async () => {
    const { out, code } = await rotate({ SECRET_KEY: testSecretKey });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^A new key:\n[\w-]{43}\n1\. Add the new key to the end of SECRET_KEY[^]*2\. At least five minutes[^]*3\. After 60/,
    );
    expect(out).not.toContain(testSecretKey);
    expect(await sealedUnder()).toEqual([idOf(testSecretKey)]);
  });

  it('seals nothing while an instance lacks the first key, and names it', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    await present('a:3001', other, testSecretKey);
    await present('b:3002', testSecretKey);
    const SECRET_KEY = `${other},${testSecretKey}`;
    const { out, code } = await rotate({ SECRET_KEY });
    expect(out).toMatch(/lack the first key of SECRET_KEY: b:3002\. Nothing was changed/);
    expect(code).toBe(0);
    expect(await sealedUnder()).toEqual([idOf(testSecretKey)]);
    // Another command that starts with the new key first does not seal again
    // either.
    await runCommand(['counts', 'check'], { DATABASE_URL: database().url, SECRET_KEY });
    expect(await sealedUnder()).toEqual([idOf(testSecretKey)]);
  });

  it('seals with --now, for a stolen key, and names the instances that will fail', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    await present('b:3002', testSecretKey);
    const { out } = await rotate({ SECRET_KEY: `${other},${testSecretKey}` }, '--now');
    expect(out).toMatch(/^All secrets are .* These instances lack it: b:3002\./);
    expect(await sealedUnder()).toEqual([idOf(other)]);
    expect((await operatorsActs(database())).at(-1)).toEqual({
      type: 'secret.rotated',
      before: { sealedUnder: [idOf(testSecretKey)] },
      after: { sealedUnder: [idOf(other)] },
    });
  });

  it('names instances with another list: without the newest key, or in the old order', async () => {
    const SECRET_KEY = `${testSecretKey},${other}`;
    await present('a:3001', testSecretKey, other);
    await present('b:3002', testSecretKey);
    expect((await rotate({ SECRET_KEY })).out).toMatch(
      /run with other keys .*: b:3002\./,
    );
    await db().deleteFrom('instances').where('name', '=', 'b:3002').execute();
    expect((await rotate({ SECRET_KEY })).out).toMatch(
      /^All 1 running instances .* remove the old key/,
    );
    const moved = await rotate({ SECRET_KEY: `${other},${testSecretKey}` });
    expect(moved.out).toMatch(/run with other keys .*: a:3001\./);
  });

  it('keeps a key that a webhook’s secret is sealed with', async () => {
    await db()
      .insertInto('webhook_endpoints')
      .values({
        id: randomUUID(),
        url: 'https://hooks.example.com',
        kinds: ['profile.created'],
        keyId: 'a-third-key',
        secret: Buffer.from('sealed'),
        cursor: 0,
      })
      .execute();
    const { out } = await rotate({ SECRET_KEY: `${other},${testSecretKey}` });
    await db().deleteFrom('webhook_endpoints').execute();
    expect(out).toMatch(/a key that SECRET_KEY lacks: a-third-key\. Keep all keys/);
  });

  it('does not count an instance that has not reported for half a minute', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    await present('b:3002', testSecretKey);
    await db()
      .updateTable('instances')
      .set({ seenAt: sql`current_instant() - interval '31 seconds'` })
      .execute();
    await rotate({ SECRET_KEY: `${other},${testSecretKey}` });
    expect(await sealedUnder()).toEqual([idOf(other)]);
  });

  it('seals the hash keys with the first key, and waits while a code needs another key', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    await mailCode(testSecretKey);
    const SECRET_KEY = `${other},${testSecretKey}`;
    expect((await rotate({ SECRET_KEY })).out).toMatch(
      /^1 mailed codes .* keep all keys/,
    );
    expect(await sealedUnder()).toEqual([idOf(other)]);
    await db().deleteFrom('challenges').execute();
    expect((await rotate({ SECRET_KEY })).out).toMatch(
      /^No instance runs, and only the first key/,
    );
    expect((await rotate({ SECRET_KEY: other })).code).toBe(0);
  });
});

describe('namecard secret rotate, where DATA_DIR holds the key', () => {
  let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
  beforeAll(async () => {
    directory = await makeDataDirectory();
  });
  afterAll(async () => directory[Symbol.asyncDispose]());

  it('puts a new key before it, and removes the old one an hour later', async () => {
    const file = join(directory.path, 'secret-key');
    const settings = { DATA_DIR: directory.path };
    await runCommand(['counts', 'check'], { DATABASE_URL: database().url, ...settings });
    const old = await readFile(file, 'utf8');
    const { out } = await rotate(settings);
    expect(out).toMatch(/Restart the service now/);
    const [fresh = '', ...rest] = (await readFile(file, 'utf8')).split(',');
    expect(rest).toEqual([old]);
    expect(out).not.toContain(fresh);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await sealedUnder()).toEqual([idOf(old)]);

    expect((await rotate(settings)).out).toMatch(/run this command again in 60 minutes/);
    expect(await sealedUnder()).toEqual([idOf(fresh)]);
    const hourAgo = Date.now() / 1_000 - 3_601;
    await utimes(file, hourAgo, hourAgo);
    await mailCode(old);
    expect((await rotate(settings)).out).toMatch(
      /^1 mailed codes still need the old key/,
    );
    await db().deleteFrom('challenges').execute();
    expect((await rotate(settings)).out).toMatch(/^The old key is removed/);
    expect(await readFile(file, 'utf8')).toBe(fresh);
    expect((await operatorsActs(database())).slice(-3)).toEqual([
      { type: 'secret.rotated', before: { keys: 1 }, after: { keys: 2 } },
      {
        type: 'secret.rotated',
        before: { sealedUnder: [idOf(old)] },
        after: { sealedUnder: [idOf(fresh)] },
      },
      { type: 'secret.rotated', before: { keys: 2 }, after: { keys: 1 } },
    ]);
  });
});
