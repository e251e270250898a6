import { randomUUID } from 'node:crypto';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { createKeyRing, openHashes, readSealingKeys } from '@namecard/router';
import { sealSecret } from '@namecard/router/testing';
import { makeDataDirectory, testSecretKey } from '@namecard/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../settings/environment.ts';
import { hashKeysOf } from '../settings/secret-key.ts';
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

/** The key of the hashes of a service with these settings. */
async function hashKeyWith(settings: Record<string, string>) {
  const hashKeys = await hashKeysOf(readEnvironment(settings));
  return openHashes(database().orm.em.fork(), hashKeys);
}

/** The HASH_KEY in what the command printed. */
const printed = (out: string) => /^HASH_KEY=([\w-]{43})$/m.exec(out)?.[1] ?? 'none';

/** Stores a webhook whose secret is sealed under the key. */
async function addWebhook(key: string): Promise<void> {
  const id = randomUUID();
  const secret = sealSecret(createKeyRing([key]), id, 'whsec_c2VjcmV0');
  const url = 'https://hooks.example.com';
  const sealed = { keyId: idOf(key), secret, kinds: ['profile.created' as const] };
  await db()
    .insertInto('webhook_endpoints')
    .values({ id, url, cursor: 0, ...sealed })
    .execute();
}

/** The ids of the keys that seal webhook secrets. */
const sealedUnder = async () => readSealingKeys(database().orm.em.fork());

beforeEach(async () => {
  await db().deleteFrom('challenges').execute();
  await db().deleteFrom('webhook_endpoints').execute();
  await db().updateTable('change_feeds').set({ hashCheck: null }).execute();
});

describe('namecard secret rotate', () => {
  const other = 'another-key-for-tests-only-'.repeat(2);

  it('makes a key, says what to do with it, and changes nothing', async () => {
    await addWebhook(testSecretKey);
    const { out, code } = await rotate({ SECRET_KEY: testSecretKey });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^A new key:\n[\w-]{43}\nSet this too[^]*1\. Add the new key to the end of SECRET_KEY[^]*2\. At least five minutes[^]*3\. After 60/,
    );
    expect(out).not.toContain(testSecretKey);
    expect(await sealedUnder()).toEqual([idOf(testSecretKey)]);
  });

  it('prints the HASH_KEY with which hashes stay when the old key goes', async () => {
    const before = await hashKeyWith({ SECRET_KEY: testSecretKey });
    const HASH_KEY = printed((await rotate({ SECRET_KEY: testSecretKey })).out);
    const after = await hashKeyWith({ SECRET_KEY: other, HASH_KEY });
    expect(after.isOther).toBe(false);
    expect(after.hashes.of('usernames', 'ann')).toBe(
      before.hashes.of('usernames', 'ann'),
    );
    expect((await hashKeyWith({ SECRET_KEY: other })).isOther).toBe(true);
  });

  it('prints no HASH_KEY if it is set', async () => {
    const { out } = await rotate({ SECRET_KEY: testSecretKey, HASH_KEY: other });
    expect(out).not.toContain('HASH_KEY');
  });

  it('keeps the old key until HASH_KEY is set', async () => {
    await rotate({ SECRET_KEY: testSecretKey });
    const SECRET_KEY = `${other},${testSecretKey}`;
    const { out } = await rotate({ SECRET_KEY });
    expect(out).toMatch(/^Set this before you remove the old key/);
    const set = await rotate({ SECRET_KEY, HASH_KEY: printed(out) });
    expect(set.out).toMatch(/^Only the first key, .* is needed/);
  });

  it('keeps a key that a webhook’s secret is sealed with', async () => {
    await addWebhook('a-third-key');
    const { out } = await rotate({ SECRET_KEY: `${other},${testSecretKey}` });
    expect(out).toContain(
      `a key that SECRET_KEY lacks: ${idOf('a-third-key')}. Keep all`,
    );
  });

  it('waits while a change of an address can be taken back, and with --now gives it another key', async () => {
    await db().deleteFrom('users').execute();
    await database().orm.em.getConnection().execute(`
      insert into users (id, email, email_key) values (gen_random_uuid(), 'b@example.com', 'b@example.com');
      insert into moves (id, key_id, user_id, from_email, from_key, to_email, to_key, mails_new, done_at, undo_until)
        select gen_random_uuid(), '${idOf(testSecretKey)}', id, 'a@example.com', 'a@example.com', email, email_key, true,
          current_instant(), current_instant() + interval '14 days' from users;
    `);
    const settings = { SECRET_KEY: `${other},${testSecretKey}`, HASH_KEY: testSecretKey };
    expect((await rotate(settings)).out).toMatch(/^1 mailed codes .* keep all keys/);
    expect((await rotate(settings, '--now')).out).toMatch(
      /1 changes of an address are mailed again[^]*Now set the first key alone/,
    );
    expect((await rotate(settings)).out).toMatch(/^Only the first key, .* is needed/);
    await db().deleteFrom('users').execute();
  });

  it('seals webhook secrets with the first key, and waits while a code needs another key', async () => {
    await addWebhook(testSecretKey);
    await mailCode(testSecretKey);
    const settings = { SECRET_KEY: `${other},${testSecretKey}`, HASH_KEY: testSecretKey };
    expect((await rotate(settings)).out).toMatch(/^1 mailed codes .* keep all keys/);
    expect(await sealedUnder()).toEqual([idOf(other)]);
    expect((await operatorsActs(database())).at(-1)).toEqual({
      type: 'secret.rotated',
      before: { sealedUnder: [idOf(testSecretKey)] },
      after: { sealedUnder: [idOf(other)] },
    });
    await db().deleteFrom('challenges').execute();
    expect((await rotate(settings)).out).toMatch(/^Only the first key, .* is needed/);
  });
});

it('namecard secret rotate asks for the setting where DATA_DIR holds the key', async () => {
  await using directory = await makeDataDirectory();
  const { err, code } = await rotate({ DATA_DIR: directory.path });
  expect([err, code]).toEqual([
    expect.stringMatching(/^Set SECRET_KEY to the content/),
    1,
  ]);
});
