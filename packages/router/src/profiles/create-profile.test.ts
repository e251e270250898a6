import { randomUUID } from 'node:crypto';
import { openOrm, StatementTimes, statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { somebody, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';
import { insertProfile } from './create-profile.sql.ts';

const service = useService();
const taken = 'CONFLICT USERNAME_TAKEN';
let ann: Person;
let names = 0;

const newName = () => `profile-${(names += 1)}`;

const create = async (username: string, referral = '', { token }: Person = ann) =>
  service().as(token).profiles.create({ username, referral });

/** The username of the profile that a profile is linked to as its referrer. */
async function referrerOf(username: string): Promise<string | undefined> {
  const row = await statements(service().orm.em.fork())
    .selectFrom('profiles as p')
    .innerJoin('profiles as r', 'r.id', 'p.referrerId')
    .select('r.username')
    .where('p.username', '=', username)
    .executeTakeFirst();
  return row?.username;
}

async function profileCount({ id }: Person): Promise<number | undefined> {
  const row = await statements(service().orm.em.fork())
    .selectFrom('users')
    .select('profileCount')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.profileCount;
}

beforeEach(async () => {
  ann = await somebody(service());
});

describe('creating a profile', () => {
  it('answers with a message and the profile, not wrapped in data', async () => {
    expect(await create('Ann.Lee')).toEqual({
      message: expect.stringMatching(/\w/),
      profile: {
        username: 'Ann.Lee',
        about: null,
        socials: {},
        location: null,
        hidden: false,
      },
    });
  });

  it('creates one that can be read and listed, and belongs to the caller', async () => {
    const name = newName();
    const { profile } = await create(name);
    expect((await ann.api.profiles.read({ username: name })).data.profile).toEqual(
      profile,
    );
    expect((await ann.api.profiles.mine({})).data.profiles).toEqual([profile]);
    expect((await ann.api.profiles.list({ limit: 1 })).data.profiles).toEqual([profile]);
  });

  it('is possible several times', async () => {
    await create(newName());
    await create(newName());
    expect((await ann.api.profiles.mine({})).data.profiles).toHaveLength(2);
  });

  it('refuses the username of another profile, in any case', async () => {
    const name = newName();
    await create(name);
    const bob = await somebody(service());
    expect(await outcome(create(name.toUpperCase(), '', bob))).toBe(taken);
    expect(await outcome(create(name.toUpperCase()))).toBe(taken);
    expect(await profileCount(bob)).toBe(0);
    expect(await profileCount(ann)).toBe(1);
  });

  it('refuses a reserved username as taken, and an impossible one', async () => {
    expect(await outcome(create('Support'))).toBe(taken);
    expect(await wrongFields(create('a b'))).toEqual(['username']);
  });

  it('ignores keys it does not know', async () => {
    const name = newName();
    const input = {
      username: name,
      referral: '',
      hidden: true,
      about: 'x',
      owner_id: 'y',
    };
    await rawCall(service(), ann.token, 'profiles.create', input);
    const { data } = await ann.api.profiles.read({ username: name });
    expect(data.profile).toMatchObject({ hidden: false, about: null });
  });
});

describe('a referral', () => {
  it('links the profile to the one of that username, in any case', async () => {
    const referrer = newName();
    await create(referrer);
    const name = newName();
    await create(name, referrer.toUpperCase());
    expect(await referrerOf(name)).toBe(referrer);
  });

  it.each(['', 'nobody-here', 'a friend, at the fair', '🙂'.repeat(256)])(
    'may be %j, and is kept without a link',
    async (referral) => {
      const name = newName();
      await create(name, referral);
      expect(await referrerOf(name)).toBeUndefined();
      const row = await statements(service().orm.em.fork())
        .selectFrom('profiles')
        .select('referral')
        .where('username', '=', name)
        .executeTakeFirst();
      expect(row?.referral).toBe(referral);
    },
  );

  it('does not link a profile to itself', async () => {
    const name = newName();
    await create(name, name);
    expect(await referrerOf(name)).toBeUndefined();
  });

  it('that only looks like a username links to nobody', async () => {
    await create('kate');
    const name = newName();
    await create(name, '\u{43a}ate');
    const row = await statements(service().orm.em.fork())
      .selectFrom('profiles')
      .select('referrerId')
      .where('username', '=', name)
      .executeTakeFirstOrThrow();
    expect(row.referrerId).toBeNull();
  });
});

describe('30 parallel creations', () => {
  it('by 30 people go to the database in a few statements', async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, async () => somebody(service())),
    );
    const times = new StatementTimes();
    const preparation = { isOn: true, onRefused: () => {} };
    const { url } = service();
    const orm = await openOrm({ url, poolSize: 4, preparation, times });
    const made = await Promise.all(
      people.map(async ({ id: ownerId }) => {
        const username = newName();
        const [key, hash, referral, referrerKey] = [username, username, '', ''];
        const profile = { id: randomUUID(), ownerId, username, key, hash };
        return insertProfile(
          orm.em,
          { ...profile, referral, referrerKey },
          {
            most: 0,
            item: randomUUID(),
            isReviewed: false,
            isHeld: false,
            isPublic: false,
            counter: ownerId,
            mostWrites: 9,
          },
        );
      }),
    );
    await orm.close();
    expect(made.filter((one) => one === undefined)).toEqual([]);
    const statementsSent = times.read().reduce((sum, { count }) => sum + count, 0);
    expect(statementsSent).toBeLessThan(10);
  });

  it('of one username by 30 people are 1 profile and 29 refusals', async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, async () => somebody(service())),
    );
    const name = newName();
    const results = await raceTogether(30, async (index) =>
      create(index % 2 === 0 ? name : name.toUpperCase(), '', people[index]),
    );
    expect(endingsOf(results)).toEqual({ done: 1, [taken]: 29 });
    const counts = await Promise.all(people.map(profileCount));
    expect(counts.filter((count) => count === 1)).toHaveLength(1);
    expect(counts.filter((count) => count === 0)).toHaveLength(29);
  });

  it('under a limit of 7 are exactly 7, by one person', async () => {
    const limited = service().with({ settings: { profilesPerAccount: 7 } });
    const results = await raceTogether(30, async () =>
      limited.as(ann.token).profiles.create({ username: newName(), referral: '' }),
    );
    expect(endingsOf(results)).toEqual({ done: 7, 'FORBIDDEN PROFILE_LIMIT': 23 });
    expect((await ann.api.profiles.mine({})).data.profiles).toHaveLength(7);
  });
});

describe('the limit of profiles', () => {
  it('is checked before the username, and is off at 0', async () => {
    const name = newName();
    await create(name);
    const one = service().with({ settings: { profilesPerAccount: 1 } });
    const again = one
      .as(ann.token)
      .profiles.create({ username: name.toUpperCase(), referral: '' });
    expect(await outcome(again)).toBe('FORBIDDEN PROFILE_LIMIT');
    const none = service().with({ settings: { profilesPerAccount: 0 } });
    const more = none
      .as(ann.token)
      .profiles.create({ username: newName(), referral: '' });
    expect(await outcome(more)).toBe('done');
  });

  it('has room again after a profile is deleted', async () => {
    const [first, second] = [newName(), newName()];
    const one = service()
      .with({ settings: { profilesPerAccount: 1 } })
      .as(ann.token).profiles;
    await one.create({ username: first, referral: '' });
    await one.remove({ username: first });
    expect(await outcome(one.create({ username: second, referral: '' }))).toBe('done');
    const third = one.create({ username: first, referral: '' });
    expect(await outcome(third)).toBe('FORBIDDEN PROFILE_LIMIT');
  });
});
