import { raceTogether } from '@namecard/db/testing';
import { describe, expect, it } from 'vitest';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import { admin, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let named = 0;
const newName = () => `name-${(named += 1)}`;
const refused = 'TOO_MANY_REQUESTS RATE_LIMITED';

/** The same account where this many writes an hour are allowed. */
const atMost = (most: number, { token }: Person) =>
  service()
    .with({ settings: { writesPerAccount: most } })
    .as(token);

async function ownerOf(cards: number): Promise<{ owner: Person; names: string[] }> {
  const owner = await signIn(service());
  const names = Array.from({ length: cards }, () => newName());
  for (const username of names)
    await owner.api.profiles.create({ username, referral: '' });
  return { owner, names };
}

describe('an account that has 10 writes left', () => {
  it('gets 10 of 30 at once, on cards, identities, language and new cards', async () => {
    const { owner, names } = await ownerOf(10);
    const api = atMost(20, owner);
    let turn = 0;
    const results = await raceTogether(30, async () => {
      turn += 1;
      const username = names[turn % 10] ?? '';
      if (turn % 5 === 0) return api.users.updateMe({ worldId: `world ${turn}` });
      if (turn % 5 === 1)
        return api.profiles.create({ username: newName(), referral: '' });
      if (turn % 5 === 2) return api.users.chooseLanguage({ language: 'de' });
      return api.profiles.updateSocials({ username, about: `text ${turn}` });
    });
    expect(endingsOf(results)).toEqual({ done: 10, [refused]: 20 });
  });

  it('gets 10 of 30 at once on one card', async () => {
    const { owner, names } = await ownerOf(1);
    const [username = ''] = names;
    const api = atMost(11, owner);
    const results = await raceTogether(30, async () =>
      api.profiles.updateSocials({ username, about: newName() }),
    );
    expect(endingsOf(results)).toEqual({ done: 10, [refused]: 20 });
  });
});

describe('an account without a write left', () => {
  it('changes nothing, reads on, and is told when to come back', async () => {
    const { owner, names } = await ownerOf(1);
    const [username = ''] = names;
    const api = atMost(1, owner);
    const location = { latitude: 1, longitude: 2 };
    for (const write of [
      async () => api.profiles.updateSocials({ username, about: 'no' }),
      async () => api.profiles.updateLocation({ username, location }),
      async () => api.profiles.create({ username: newName(), referral: '' }),
      async () => api.users.updateMe({ username: newName() }),
      async () => api.users.updateMe({ worldId: 'no' }),
      async () => api.users.chooseLanguage({ language: 'fr' }),
      async () => api.profiles.report({ username, reason: 'spam' }),
    ]) {
      expect(await outcome(write())).toBe(refused);
    }
    const error = await errorOf(api.profiles.updateSocials({ username, about: 'no' }));
    expect(error.retryAfter).toBe(3600);
    const { profile } = (await api.profiles.read({ username })).data;
    expect(profile).toMatchObject({ about: null, location: null });
    expect((await api.users.me()).data).toMatchObject({
      language: null,
      user: { username: null, worldId: null },
    });
  });

  it('can still appeal and delete its cards, which count as long as there is room', async () => {
    const boss = await admin(service());
    const { owner, names } = await ownerOf(3);
    const [hidden = '', username = '', other = ''] = names;
    await boss.api.moderation.profiles.hide({ username: hidden, reason: 'spam' });
    const spent = atMost(3, owner);
    expect(await outcome(spent.profiles.appeal({ username: hidden, text: 'Why?' }))).toBe(
      'done',
    );
    expect(await outcome(spent.profiles.remove({ username }))).toBe('done');
    const api = atMost(4, owner);
    expect(await outcome(api.profiles.remove({ username: other }))).toBe('done');
    expect(await outcome(api.users.updateMe({ worldId: 'no' }))).toBe(refused);
  });

  it('has more after an hour, until a day has ten thirds of them', async () => {
    const { owner, names } = await ownerOf(1);
    const [username = ''] = names;
    const api = atMost(3, owner);
    const edit = async () =>
      outcome(api.profiles.updateSocials({ username, about: newName() }));
    const done: number[] = [];
    for (let hour = 0; hour < 4; hour += 1) {
      const endings = [await edit(), await edit(), await edit(), await edit()];
      done.push(endings.filter((ending) => ending === 'done').length);
      await service().clock.advance('1 hour');
    }
    // The new card was the first of ten.
    expect(done).toEqual([2, 3, 3, 1]);
    await service().clock.advance('20 hours');
    expect(await edit()).toBe('done');
  });

  it('takes none from others, and still moderates', async () => {
    const boss = await admin(service());
    const { names } = await ownerOf(1);
    const [username = ''] = names;
    const api = atMost(1, boss);
    expect(await outcome(api.users.updateMe({ worldId: 'one' }))).toBe('done');
    expect(await outcome(api.users.updateMe({ worldId: 'two' }))).toBe(refused);
    for (const act of ['hide', 'restore', 'hide'] as const) {
      expect(await outcome(api.moderation.profiles[act]({ username, note: 'No' }))).toBe(
        'done',
      );
    }
    const other = await signIn(service());
    expect(await outcome(atMost(1, other).users.updateMe({ worldId: 'one' }))).toBe(
      'done',
    );
  });
});
