import { defaultProduct } from '@namecard/look';
import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome, wrongFields } from '../testing/outcome.ts';
import { somebody, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const taken = 'CONFLICT USERNAME_TAKEN';
let ann: Person;

const claim = async (username: string | null, { api }: Person = ann) =>
  api.users.updateMe({ username });

beforeEach(async () => {
  ann = await somebody(service());
});

describe('a username that begins with the product’s name', () => {
  const club = { settings: { product: { ...defaultProduct, name: 'Chess Club' } } };

  it('counts as taken, and stays with its present owner', async () => {
    await claim('ChessClub-team');
    await ann.api.profiles.create({ username: 'chessclub.news', referral: '' });
    const instance = service().with(club);
    const { users, profiles } = instance.as(ann.token);
    expect(await outcome(users.updateMe({ username: 'chessclub-team' }))).toBe('done');
    const { data } = await profiles.read({ username: 'chessclub.news' });
    expect(data.profile.username).toBe('chessclub.news');
    for (const username of ['ChessClub', 'chessclub_help', 'chessclub.a']) {
      expect(await outcome(users.updateMe({ username }))).toBe(taken);
      expect(await outcome(profiles.create({ username, referral: '' }))).toBe(taken);
    }
    expect(await outcome(users.updateMe({ username: 'chessclubs' }))).toBe('done');
  });
});

describe('a user’s username', () => {
  it('may not be impossible or empty, and a reserved one counts as taken', async () => {
    for (const name of ['ann lee', '']) {
      expect(await wrongFields(claim(name))).toEqual(['username']);
    }
    expect(await outcome(claim('MINE'))).toBe(taken);
  });

  it('stays with its owner if it is reserved later, also in another case', async () => {
    await statements(service().orm.em.fork())
      .updateTable('users')
      .set({ username: 'help', usernameKey: 'help' })
      .where('id', '=', ann.id)
      .execute();
    expect((await claim('Help')).data.user.username).toBe('Help');
    expect(await outcome(claim('support'))).toBe(taken);
    await claim(null);
    expect(await outcome(claim('help'))).toBe(taken);
  });

  it('is taken for others in any case', async () => {
    await claim('Taken.Name');
    const bob = await somebody(service());
    for (const name of ['Taken.Name', 'taken.name', 'TAKEN.NAME']) {
      expect(await outcome(claim(name, bob))).toBe(taken);
    }
    expect((await bob.api.users.me()).data.user.username).toBeNull();
  });

  it('can be set to the same value, and to another case of it', async () => {
    await claim('own.name');
    expect((await claim('own.name')).data.user.username).toBe('own.name');
    expect((await claim('Own.Name')).data.user.username).toBe('Own.Name');
  });

  it('is free again once it is cleared, or changed', async () => {
    const bob = await somebody(service());
    await claim('free.again');
    expect((await claim(null)).data.user.username).toBeNull();
    expect(await outcome(claim('FREE.again', bob))).toBe('done');
    await claim('another.one', bob);
    expect(await outcome(claim('free.again'))).toBe('done');
  });

  it('can be missing for any number of people', async () => {
    const bob = await somebody(service());
    expect(await outcome(claim(null))).toBe('done');
    expect(await outcome(claim(null, bob))).toBe('done');
  });

  it('can equal a profile’s: the two are separate', async () => {
    await ann.api.profiles.create({ username: 'both.kinds', referral: '' });
    const bob = await somebody(service());
    expect(await outcome(claim('both.kinds', bob))).toBe('done');
  });

  it('is refused without writing the rest of the update', async () => {
    await claim('first.come');
    const bob = await somebody(service());
    const call = bob.api.users.updateMe({ username: 'First.Come', worldId: 'world' });
    expect(await outcome(call)).toBe(taken);
    expect((await bob.api.users.me()).data.user.worldId).toBeNull();
  });
});

describe('30 people who claim one username at once', () => {
  it('end with 1 success and 29 refusals', async () => {
    const people = await Promise.all(
      Array.from({ length: 30 }, async () => somebody(service())),
    );
    const results = await raceTogether(30, async (index) =>
      claim(index % 2 === 0 ? 'Raced.For' : 'raced.for', people[index]),
    );
    expect(endingsOf(results)).toEqual({ done: 1, [taken]: 29 });
    const holders = await statements(service().orm.em.fork())
      .selectFrom('users')
      .select('id')
      .where('usernameKey', '=', 'raced.for')
      .execute();
    expect(holders).toHaveLength(1);
    expect(service().unexpected).toEqual([]);
  });
});
