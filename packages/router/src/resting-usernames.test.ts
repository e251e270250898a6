import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from './jobs/sweep.ts';
import { endingsOf, outcome } from './testing/outcome.ts';
import { type Person, signIn, leave, leaving } from './testing/people.ts';
import { rowsOf } from './testing/rows.ts';
import { useService } from './testing/use-service.ts';

const service = useService();
const taken = 'CONFLICT USERNAME_TAKEN';
const limit = 'FORBIDDEN PROFILE_LIMIT';
let ann: Person;
let bob: Person;
let names = 0;
let name: string;

beforeEach(async () => {
  ann = await signIn(service());
  bob = await signIn(service());
  name = `Rest-${(names += 1)}`;
});

/** Lets time pass, and signs the person in again. */
async function after(interval: string, { email }: Person = ann): Promise<Person> {
  await service().clock.advance(interval);
  return signIn(service(), email);
}

const rename = ({ api }: Person, username: string | null) =>
  api.users.updateMe({ username });
const create = ({ api }: Person, username: string) =>
  api.profiles.create({ username, referral: '' });

/** Ann takes a username, keeps it for so long, and gives it up. */
const givingUp = {
  'a user’s, renamed': async (interval: string) => {
    await rename(ann, name);
    ann = await after(interval);
    await rename(ann, `${name}-new`);
  },
  'a user’s, cleared': async (interval: string) => {
    await rename(ann, name);
    ann = await after(interval);
    await rename(ann, null);
  },
  'a profile’s, deleted': async (interval: string) => {
    await create(ann, name);
    ann = await after(interval);
    await ann.api.profiles.remove({ username: name });
  },
  'an erased user’s': async (interval: string) => {
    await rename(ann, name);
    await leave(service(), await after(interval));
  },
  'a profile’s of an erased user': async (interval: string) => {
    await create(ann, name);
    await leave(service(), await after(interval));
  },
} as const;

describe.each(Object.entries(givingUp))('a username that was %s', (what, giveUp) => {
  const isOfUser = what.includes('user’s') && !what.includes('profile');
  const isErased = what.includes('erased');
  const take = (person: Person, username: string) =>
    outcome(isOfUser ? rename(person, username) : create(person, username));
  const other = (person: Person, username: string) =>
    outcome(isOfUser ? create(person, username) : rename(person, username));

  it('counts as taken for 90 days if it was held for a week, in any case', async () => {
    await giveUp('7 days');
    expect(await take(bob, name.toUpperCase())).toBe(taken);
    bob = await after('89 days 23 hours', bob);
    expect(await take(bob, name)).toBe(taken);
    bob = await after('1 hour', bob);
    expect(await take(bob, name)).toBe('done');
  });

  it('is free at once if it was held for less', async () => {
    await giveUp('6 days 23 hours');
    expect(await take(bob, name)).toBe('done');
  });

  it('is free for the other kind', async () => {
    await giveUp('7 days');
    expect(await other(bob, name)).toBe('done');
  });

  it(`is ${isErased ? 'taken for whoever signs in with the address again' : 'their last owner’s to take again'}`, async () => {
    await giveUp('7 days');
    ann = await signIn(service(), ann.email);
    expect(await take(ann, name)).toBe(isErased ? taken : 'done');
  });

  it('is stored only as a keyed hash, until the sweep', async () => {
    await giveUp('7 days');
    const resting = async () =>
      statements(service().orm.em.fork())
        .selectFrom('resting_usernames')
        .select('ownerId')
        .where('hash', '=', service().deps.hashes.of('usernames', name.toLowerCase()))
        .execute();
    expect(await resting()).toMatchObject([{ ownerId: isErased ? null : ann.id }]);
    const rows = (await rowsOf(service(), 'resting_usernames')).join().toLowerCase();
    expect(rows).not.toContain(name.toLowerCase());
    const { orm, deps } = service();
    await sweep({ orm, settings: deps.settings });
    expect(await resting()).toHaveLength(1);
    await service().clock.advance('90 days 1 second');
    await sweep({ orm, settings: deps.settings });
    expect(await resting()).toEqual([]);
  });
});

describe('a resting username', () => {
  it('that its owner took again needs another week before it rests again', async () => {
    await givingUp['a user’s, renamed']('7 days');
    await rename(ann, name);
    ann = await after('6 days');
    await rename(ann, null);
    expect(await outcome(rename(bob, name))).toBe('done');
  });

  it('rests for everybody after its last owner has erased the account', async () => {
    await givingUp['a profile’s, deleted']('7 days');
    await leave(service(), ann);
    const again = await signIn(service(), ann.email);
    expect(await outcome(create(again, name))).toBe(taken);
  });

  it('was held equally long in another case, which is the same username', async () => {
    await rename(ann, name);
    ann = await after('5 days');
    await rename(ann, name.toUpperCase());
    ann = await after('2 days');
    await rename(ann, null);
    expect(await outcome(rename(bob, name))).toBe(taken);
  });

  it('can rest for the next owner after a week', async () => {
    await givingUp['a user’s, renamed']('7 days');
    bob = await after('90 days', bob);
    await rename(bob, name);
    bob = await after('7 days', bob);
    await rename(bob, null);
    ann = await signIn(service(), ann.email);
    expect(await outcome(rename(ann, name))).toBe(taken);
    expect(await outcome(rename(bob, name))).toBe('done');
  });

  it('makes an update fail as a whole', async () => {
    await givingUp['a user’s, renamed']('7 days');
    expect(
      await outcome(bob.api.users.updateMe({ username: name, worldId: 'world' })),
    ).toBe(taken);
    const { data } = await bob.api.users.me();
    expect(data.user).toMatchObject({ username: null, worldId: null });
    expect(await outcome(create(bob, name))).toBe('done');
  });
});

describe('the number of resting usernames is limited', () => {
  const limited = ({ token }: Person) =>
    service()
      .with({ settings: { profilesPerAccount: 2 } })
      .as(token).profiles;

  it('for profiles: they count towards the owner’s limit, except one that is taken again', async () => {
    await create(ann, name);
    await create(ann, `${name}-2`);
    ann = await after('7 days');
    await ann.api.profiles.remove({ username: name });
    const another = () =>
      outcome(limited(ann).create({ username: `${name}-3`, referral: '' }));
    expect(await another()).toBe(limit);
    expect(await outcome(limited(ann).create({ username: name, referral: '' }))).toBe(
      'done',
    );
    await ann.api.profiles.remove({ username: name });
    expect(await another()).toBe('done');
  });

  it('for profiles: they count for 90 days, without the owner’s other usernames', async () => {
    await create(ann, name);
    await rename(ann, name);
    ann = await after('7 days');
    await rename(ann, null);
    await ann.api.profiles.remove({ username: name });
    await create(ann, `${name}-2`);
    const third = () =>
      outcome(limited(ann).create({ username: `${name}-3`, referral: '' }));
    expect(await third()).toBe(limit);
    ann = await after('90 days');
    expect(await third()).toBe('done');
  });

  it('for users: a user who takes another each week has 13 at most', async () => {
    await rename(ann, name);
    for (let week = 1; week <= 16; week += 1) {
      ann = await after('7 days');
      await rename(ann, `${name}-${week}`);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from resting_usernames where owner_id = ${ann.id} and until > current_instant()
    `.execute(statements(service().orm.em.fork()));
    expect(rows).toEqual([{ count: 13 }]);
  });
});

describe('30 calls that race for a username while it is given up', () => {
  const racing = async (
    giveUp: () => Promise<unknown>,
    take: (person: Person) => Promise<unknown>,
  ) => {
    const people = await Promise.all(
      Array.from({ length: 30 }, async () => signIn(service())),
    );
    return endingsOf(
      await raceTogether(30, async (index) => {
        const person = people[index];
        if (index === 7) await giveUp();
        else if (person) await take(person);
      }),
    );
  };

  it('are refused if it belongs to a profile that is deleted', async () => {
    await create(ann, name);
    ann = await after('7 days');
    const endings = await racing(
      () => ann.api.profiles.remove({ username: name }),
      (person) => create(person, name),
    );
    expect(endings).toEqual({ done: 1, [taken]: 29 });
  });

  it('are refused if it belongs to a user who takes another', async () => {
    await rename(ann, name);
    ann = await after('7 days');
    const endings = await racing(
      () => rename(ann, `${name}-new`),
      (person) => rename(person, name),
    );
    expect(endings).toEqual({ done: 1, [taken]: 29 });
  });

  it('are refused if it belongs to a user who is erased, and to their profile', async () => {
    await create(ann, name);
    await rename(ann, name);
    ann = await after('7 days');
    const erase = await leaving(service(), ann);
    const endings = await racing(
      () => erase(),
      async (person) => {
        expect(await outcome(rename(person, name))).toBe(taken);
        await create(person, name);
      },
    );
    expect(endings).toEqual({ done: 1, [taken]: 29 });
  });

  it('do not exceed the limit if an owner deletes and creates profiles', async () => {
    const usernames = Array.from({ length: 15 }, (_, index) => `${name}-${index}`);
    for (const username of usernames) await create(ann, username);
    ann = await after('7 days');
    const { profiles } = service()
      .with({ settings: { profilesPerAccount: 15 } })
      .as(ann.token);
    const results = await raceTogether(30, async (index) =>
      index % 2 === 0
        ? profiles.remove({ username: usernames[index / 2] ?? '' })
        : profiles.create({ username: `${name}-new-${index}`, referral: '' }),
    );
    expect(endingsOf(results)).toEqual({ done: 15, [limit]: 15 });
  });
});
