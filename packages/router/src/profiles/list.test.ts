import { beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

type Query = { page?: number; limit?: number; reverse?: boolean };

const service = useService();
let owner: Person;
let reader: Person;
let staff: Person;

/** 25 profiles, oldest first. Each five have the same time. Two are hidden. */
const names = Array.from(
  { length: 25 },
  (_, index) => `profile-${String(index).padStart(2, '0')}`,
);
const hidden = ['profile-03', 'profile-17'];
const active = names.filter((name) => !hidden.includes(name));

const list = async (query: Query, { api }: Person = reader) => {
  const { data } = await api.profiles.list(query);
  return data.profiles.map(({ username }) => username);
};

beforeAll(async () => {
  [owner, reader, staff] = [
    await somebody(service()),
    await somebody(service()),
    await moderator(service()),
  ];
  for (const [index, username] of names.entries()) {
    if (index % 5 === 0) await service().clock.advance('1 second');
    await owner.api.profiles.create({ username, referral: '' });
  }
  for (const username of hidden)
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
});

describe('the list of profiles', () => {
  it('has the newest 20 by default', async () => {
    expect(await list({})).toEqual(active.toReversed().slice(0, 20));
  });

  it('shows each caller only what they may see, if users and moderators ask together', async () => {
    const askers = Array.from({ length: 30 }, (_, index) =>
      index % 3 === 0 ? staff : reader,
    );
    const lists = await Promise.all(
      askers.map(async (asker) => list({ limit: 100 }, asker)),
    );
    for (const [index, asker] of askers.entries()) {
      expect(lists[index]).toEqual((asker === staff ? names : active).toReversed());
    }
  });

  it('is the oldest first in reverse', async () => {
    expect(await list({ reverse: true, limit: 100 })).toEqual(active);
  });

  it('counts all profiles, for each caller and page', async () => {
    const count = { all: 25, hidden: 2, active: 23 };
    for (const { api } of [reader, owner, staff]) {
      for (const query of [{}, { page: 99 }, { limit: 1, reverse: true }]) {
        expect((await api.profiles.list(query)).data.count).toEqual(count);
      }
    }
  });

  it.each([
    [1, false],
    [4, false],
    [7, true],
    [23, true],
    [100, false],
  ])(
    'has pages of %i that never overlap and leave nothing out (reverse: %s)',
    async (limit, reverse) => {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(active.length / limit); page += 1) {
        seen.push(...(await list({ page, limit, reverse })));
      }
      expect(seen).toEqual(reverse ? active : active.toReversed());
    },
  );

  it('is empty anywhere after the end', async () => {
    expect(await list({ page: 3, limit: 20 })).toEqual([]);
    expect(await list({ page: Number.MAX_SAFE_INTEGER, limit: 100 })).toEqual([]);
  });

  it('says up to where numbers of pages and limits go', async () => {
    const tooLarge = Number.MAX_SAFE_INTEGER + 1;
    const { issues } = await errorOf(list({ page: tooLarge, limit: tooLarge }));
    expect(issues).toEqual([
      { path: ['page'], message: 'Must be at most 9007199254740991.' },
      { path: ['limit'], message: 'Must be 1 to 100.' },
    ]);
  });

  it('shows hidden profiles only to moderators and admins, not to their owner', async () => {
    const everything = { limit: 100, reverse: true };
    expect(await list(everything, staff)).toEqual(names);
    expect(await list(everything, await admin(service()))).toEqual(names);
    expect(await list(everything, owner)).toEqual(active);
  });

  it('has whole profiles in it', async () => {
    const { data } = await staff.api.profiles.list({ page: 4, limit: 1, reverse: true });
    expect(data.profiles).toEqual([
      { username: 'profile-03', about: null, socials: {}, location: null, hidden: true },
    ]);
  });
});

describe('the caller’s own profiles', () => {
  const mine = async (query: Query, { api }: Person) =>
    (await api.profiles.mine(query)).data.profiles.map(({ username }) => username);

  it('are the newest first, hidden ones among them', async () => {
    expect(await mine({ limit: 100 }, owner)).toEqual(names.toReversed());
    expect(await mine({ page: 2, limit: 10 }, owner)).toEqual(
      names.toReversed().slice(10, 20),
    );
  });

  it('have no profiles of others, even for a moderator', async () => {
    await reader.api.profiles.create({ username: 'readers-own', referral: '' });
    expect(await mine({}, reader)).toEqual(['readers-own']);
    expect(await mine({}, staff)).toEqual([]);
    await reader.api.profiles.remove({ username: 'readers-own' });
  });
});
