import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { type Person, signIn } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let ann: Person;
let names = 0;
let username: string;

const create = async (
  idempotencyKey: string,
  input: { username?: string; referral?: string } = {},
  by = ann,
) =>
  service()
    .as(by.token, { idempotencyKey })
    .profiles.create({ username, referral: '', ...input });

const count = async ({ api }: Person = ann) =>
  (await api.profiles.mine({})).data.profiles.length;

beforeEach(async () => {
  ann = await signIn(service());
  username = `once-${(names += 1)}`;
});

describe('a creation that is repeated under its key', () => {
  it('is answered as the first time, and done once', async () => {
    const first = await create('key');
    expect(await create('key')).toEqual(first);
    expect(await count()).toBe(1);
  });

  it('is answered so even when the profile is gone meanwhile', async () => {
    const first = await create('key');
    await ann.api.profiles.remove({ username });
    expect(await create('key')).toEqual(first);
    expect(await count()).toBe(0);
  });

  it('is refused as the first time, although the username is free by now', async () => {
    const bob = await signIn(service());
    await bob.api.profiles.create({ username, referral: '' });
    expect(await outcome(create('key'))).toBe('CONFLICT USERNAME_TAKEN');
    await bob.api.profiles.remove({ username });
    expect(await outcome(create('key'))).toBe('CONFLICT USERNAME_TAKEN');
    expect(await outcome(create('another-key'))).toBe('done');
  });

  it('is refused with another body', async () => {
    await create('key');
    const other = create('key', { referral: 'another' });
    expect(await outcome(other)).toBe('UNPROCESSABLE_CONTENT IDEMPOTENCY_KEY_REUSED');
    expect(await count()).toBe(1);
  });

  it('is done anew after 24 hours', async () => {
    await create('key');
    await service().clock.advance('23 hours 59 minutes 59.999999 seconds');
    expect(await outcome(create('key'))).toBe('done');
    await service().clock.advance('1 microsecond');
    expect(await outcome(create('key'))).toBe('CONFLICT USERNAME_TAKEN');
  });

  it('is another user’s own under the same key', async () => {
    await create('key');
    const bob = await signIn(service());
    expect(await outcome(create('key', { username: `${username}-bob` }, bob))).toBe(
      'done',
    );
    expect(await count(bob)).toBe(1);
  });

  it('is done once by 30 at the same time, the others being refused for now or answered alike', async () => {
    const results = await raceTogether(30, async () => create('key'));
    const { done = 0, 'CONFLICT IDEMPOTENCY_KEY_IN_USE': inUse = 0 } = endingsOf(results);
    expect(done).toBeGreaterThan(0);
    expect(done + inUse).toBe(30);
    expect(await count()).toBe(1);
  });

  it.each(['', 'a b', 'ä', 'a\n', 'x'.repeat(256)])(
    'is refused under the key %j',
    async (key) => {
      expect(await outcome(create(key))).toBe('BAD_REQUEST INPUT_INVALID');
      expect(await count()).toBe(0);
    },
  );
});

/** Keys of the user's that were sent a second ago, two seconds ago and so on. */
const sendKeys = async (most: number) =>
  sql`insert into idempotency_keys (user_id, key, input_hash, answer, created_at)
    select ${ann.id}, 'earlier ' || n, '', '{"output":null}', current_instant() - n * interval '1 second'
    from generate_series(1, ${most}::int) n`.execute(statements(service().orm.em.fork()));

const keptKeys = async () =>
  (await rowsOf(service(), 'idempotency_keys')).filter((row) => row.includes(ann.id));

describe('keys', () => {
  it('are kept as hashes, and of an error its reason', async () => {
    await create('first-key');
    expect(await outcome(create('second-key'))).toBe('CONFLICT USERNAME_TAKEN');
    const kept = (await keptKeys()).join();
    expect(kept).not.toMatch(/first-key|second-key/);
    expect(kept).toContain('"answer":{"error": "USERNAME_TAKEN"}');
  });

  it('are a thousand of an account, the oldest of which goes for a new one', async () => {
    const bob = await signIn(service());
    await create('key', { username: `${username}-bob` }, bob);
    await sendKeys(1_000);
    const first = await create('key');
    expect(await keptKeys()).toHaveLength(1_000);
    expect((await keptKeys()).join()).not.toContain('"earlier 1000"');
    expect(await create('key')).toEqual(first);
    expect(await outcome(create('key', { username: `${username}-bob` }, bob))).toBe(
      'done',
    );
    expect(await count(bob)).toBe(1);
  });

  it('are a thousand of an account after 30 at the same time', async () => {
    await sendKeys(990);
    const results = await raceTogether(30, async (index) => create(`racing-${index}`));
    expect(endingsOf(results)).toEqual({ done: 1, 'CONFLICT USERNAME_TAKEN': 29 });
    expect(await keptKeys()).toHaveLength(1_000);
    const endings = await raceTogether(30, async (index) => create(`racing-${index}`));
    expect(endingsOf(endings)).toEqual(endingsOf(results));
  });
});

describe('a creation without a key', () => {
  it('is done each time', async () => {
    await ann.api.profiles.create({ username, referral: '' });
    const again = ann.api.profiles.create({ username, referral: '' });
    expect(await outcome(again)).toBe('CONFLICT USERNAME_TAKEN');
  });
});
