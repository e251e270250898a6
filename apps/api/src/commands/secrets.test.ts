import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { createKeyRing } from '@namecard/router';
import { makeDataDirectory, testSecretKey } from '@namecard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operatorsActs } from '../testing/operators-acts.ts';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const idOf = (key: string) => createKeyRing([key]).current.id;

const rotate = async (settings: Record<string, string>) =>
  runCommand(['secret', 'rotate'], { DATABASE_URL: database().url, ...settings });

const db = () => statements(database().orm.em.fork());

/** A code that was mailed a minute ago. */
async function mailCode(key: string): Promise<void> {
  await database().orm.em.getConnection().execute(`
    insert into addresses (email, asked_at) values ('a@example.com', current_instant()) on conflict do nothing;
    insert into challenges (id, email, created_at, mails, key_id)
      values (gen_random_uuid(), 'a@example.com', current_instant() - interval '1 minute', 1, '${idOf(key)}');
  `);
}

/** Under which key the keys of the hashes are sealed. */
const sealedUnder = async () =>
  (await db().selectFrom('hash_keys').select('keyId').distinct().execute()).map(
    ({ keyId }) => keyId,
  );

beforeEach(async () => {
  await db().deleteFrom('challenges').execute();
  await db().updateTable('hash_keys').set({ sealed: null, keyId: null }).execute();
});

describe('namecard secret rotate, where SECRET_KEY is a setting', () => {
  const other = 'another-key-for-tests-only-'.repeat(2);

  it('makes a key, says what to do with it, and changes nothing', async () => {
    const { out, code } = await rotate({ SECRET_KEY: testSecretKey });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^A new key:\n[\w-]{43}\n1\. Add it to SECRET_KEY[^]*2\. Move it[^]*3\. After 60/,
    );
    expect(out).not.toContain(testSecretKey);
    expect(await sealedUnder()).toEqual([idOf(testSecretKey)]);
  });

  it('has the keys of the hashes sealed under the first, and waits while a code needs another', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    await mailCode(testSecretKey);
    const SECRET_KEY = `${other},${testSecretKey}`;
    expect((await rotate({ SECRET_KEY })).out).toMatch(
      /^1 mailed codes .* keep all keys/,
    );
    expect(await sealedUnder()).toEqual([idOf(other)]);
    await db().deleteFrom('challenges').execute();
    expect((await rotate({ SECRET_KEY })).out).toMatch(/^No code needs another key/);
    expect((await rotate({ SECRET_KEY: other })).code).toBe(0);
  });
});

describe('namecard secret rotate, where DATA_DIR holds the key', () => {
  let directory: Awaited<ReturnType<typeof makeDataDirectory>>;
  beforeAll(async () => {
    directory = await makeDataDirectory();
  });
  afterAll(async () => directory[Symbol.asyncDispose]());

  it('puts a new one before it, and takes the old one away an hour later', async () => {
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
    expect(await sealedUnder()).toEqual([idOf(fresh)]);

    expect((await rotate(settings)).out).toMatch(/run this again in 60 minutes/);
    const hourAgo = Date.now() / 1_000 - 3_601;
    await utimes(file, hourAgo, hourAgo);
    await mailCode(old);
    expect((await rotate(settings)).out).toMatch(/^1 mailed codes need the old key/);
    await db().deleteFrom('challenges').execute();
    expect((await rotate(settings)).out).toMatch(/^The old key is gone/);
    expect(await readFile(file, 'utf8')).toBe(fresh);
    expect(await operatorsActs(database())).toEqual([
      { type: 'secret.rotated', before: { keys: 1 }, after: { keys: 2 } },
      { type: 'secret.rotated', before: { keys: 2 }, after: { keys: 1 } },
    ]);
  });
});
