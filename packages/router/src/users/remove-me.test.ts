import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { finishErasing, type Person, signIn } from '../testing/people.ts';
import { dump, mailsTo, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const refused = 'UNAUTHORIZED TOKEN_INVALID';
let ann: Person;

beforeEach(async () => {
  ann = await signIn(service());
});

describe('erasing yourself', () => {
  it('erases the user, sessions, profiles and records of mails completely', async () => {
    const other = await signIn(service(), ann.email.toUpperCase());
    await ann.api.users.updateMe({ username: 'erased.user', worldId: 'erased.world' });
    await ann.api.profiles.create({
      username: 'erased.profile',
      referral: 'erased.referral',
    });
    expect(await mailsTo(service(), ann.email)).toHaveLength(2);

    expect(await ann.api.users.removeMe()).toEqual({ data: null });

    expect(await mailsTo(service(), ann.email)).toEqual([]);
    await finishErasing(service());
    const rows = await dump(service());
    expect(rows).not.toContain(ann.email);
    expect(rows).not.toContain('erased.');
    expect(rows).not.toContain(ann.id);
    expect(await outcome(other.api.users.me())).toBe(refused);
  });

  it('ends the token at once', async () => {
    await ann.api.users.removeMe();
    expect(await outcome(ann.api.users.me())).toBe(refused);
    expect(await outcome(ann.api.users.removeMe())).toBe(refused);
    expect(
      await outcome(ann.api.profiles.create({ username: 'late', referral: '' })),
    ).toBe(refused);
  });

  it('frees the usernames', async () => {
    await ann.api.users.updateMe({ username: 'freed.user' });
    await ann.api.profiles.create({ username: 'freed.profile', referral: '' });
    await ann.api.users.removeMe();
    const bob = await signIn(service());
    expect(await outcome(bob.api.users.updateMe({ username: 'Freed.User' }))).toBe(
      'done',
    );
    const create = bob.api.profiles.create({ username: 'Freed.Profile', referral: '' });
    expect(await outcome(create)).toBe('done');
  });

  it('lets the same address sign in again, as a new user', async () => {
    await ann.api.users.removeMe();
    const again = await signIn(service(), ann.email);
    expect(again.id).not.toBe(ann.id);
  });

  it('touches nobody else', async () => {
    const bob = await signIn(service());
    await bob.api.profiles.create({ username: 'left.alone', referral: '' });
    const before = await bob.api.users.me();
    await ann.api.users.removeMe();
    expect(await bob.api.users.me()).toEqual(before);
    expect((await bob.api.profiles.mine({})).data.profiles).toHaveLength(1);
    expect(await mailsTo(service(), bob.email)).toHaveLength(1);
  });

  it('keeps profiles that the erased ones referred, with the typed referral', async () => {
    await ann.api.profiles.create({ username: 'the.referrer', referral: '' });
    const bob = await signIn(service());
    await bob.api.profiles.create({ username: 'the.referred', referral: 'the.referrer' });
    await ann.api.users.removeMe();
    const rows = await rowsOf(service(), 'profiles');
    const row = rows.find((one) => one.includes('the.referred'));
    expect(row).toContain('"referral":"the.referrer","referrer_id":null');
  });
});

describe('30 calls that race with the erasure of their user', () => {
  it('succeed before it or are refused after it, and leave nothing behind', async () => {
    const results = await raceTogether(30, async (index) => {
      if (index === 10) return ann.api.users.removeMe();
      return index % 2 === 0
        ? ann.api.profiles.create({ username: `raced.${index}`, referral: '' })
        : ann.api.users.updateMe({ worldId: `raced.${index}` });
    });
    expect(
      Object.keys(endingsOf(results)).filter((key) => key !== 'done' && key !== refused),
    ).toEqual([]);
    expect(await dump(service())).not.toContain('raced.');
  });
});
