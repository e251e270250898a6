import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { useService } from '../testing/use-service.ts';
import { createHashes, hashKeyFrom, openHashes } from './hashes.ts';

const service = useService();
const old = hashKeyFrom('the secret key of old');
const next = hashKeyFrom('the secret key that is next');

const opened = (...hashKeys: [string, ...string[]]) =>
  openHashes(service().orm.em.fork(), hashKeys);

beforeEach(async () => {
  const db = statements(service().orm.em.fork());
  await db.updateTable('change_feeds').set({ hashCheck: null }).execute();
});

describe('keyed hashes', () => {
  it('differ by purpose and by key, and reveal no text', () => {
    const purposes = [
      'audiences',
      'check',
      'guesses',
      'limits',
      'logs',
      'mails',
    ] as const;
    const values = [old, next].flatMap((key) =>
      purposes.map((purpose) => createHashes(key).of(purpose, '77.1.2.0/24')),
    );
    expect(new Set(values).size).toBe(12);
    expect(values.every((value) => /^[\w-]{22}$/.test(value))).toBe(true);
  });

  it('never change for a key, in any version', () => {
    expect(hashKeyFrom('a secret key')).toBe(
      'ezHZr2MowESnFBv729b3t9rY2bfNJpVxb_fO0HUKuII',
    );
    expect(createHashes('a hash key').of('usernames', 'ann')).toBe(
      'eD8d5wuqPHbUWjWoZksrMv',
    );
  });

  it('are the same for 30 instances that start at once with different keys first', async () => {
    const results = await raceTogether(30, async (turn) =>
      turn % 2 === 0 ? opened(old, next) : opened(next, old),
    );
    const keys = results.map((one) => one.status === 'fulfilled' && one.value.hashKey);
    expect(new Set(keys).size).toBe(1);
    expect([old, next]).toContain(keys[0]);
  });

  it('keep the key that the database was used with, whichever stands first', async () => {
    expect(await opened(old)).toMatchObject({ hashKey: old, isOther: false });
    expect(await opened(old, next)).toMatchObject({ hashKey: old, isOther: false });
    expect(await opened(next, old)).toMatchObject({ hashKey: old, isOther: false });
  });

  it('take the first key if that one is gone, say so, and are back with it', async () => {
    await opened(old);
    expect(await opened(next)).toMatchObject({ hashKey: next, isOther: true });
    expect(await opened(old)).toMatchObject({ hashKey: old, isOther: false });
  });
});
