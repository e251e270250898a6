import { beforeAll, describe, expect, it } from 'vitest';
import { wrongFields } from '../testing/outcome.ts';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let owner: Person;
let staff: Person;

beforeAll(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  for (const username of ['a', 'b', 'c', 'd']) {
    await owner.api.profiles.create({ username, referral: '' });
  }
  await staff.api.moderation.profiles.hide({ username: 'b', reason: 'spam' });
});

const step = async (
  query: { limit?: number; cursor?: string },
  { api }: Person = owner,
) => {
  const { data } = await api.profiles.walk(query);
  return { names: data.profiles.map(({ username }) => username), next: data.nextCursor };
};

describe('walking through the profiles', () => {
  it('ends with no cursor', async () => {
    expect(await step({})).toEqual({ names: ['a', 'c', 'd'], next: null });
  });

  it('continues from its cursor, which stays valid', async () => {
    const first = await step({ limit: 2 });
    expect(first).toEqual({ names: ['a', 'c'], next: expect.any(String) });
    for (const _ of [1, 2]) {
      const second = await step({ limit: 2, cursor: first.next ?? '' });
      expect(second).toEqual({ names: ['d'], next: null });
    }
  });

  it('ends with an empty page if the last one was full', async () => {
    const { next } = await step({ limit: 3 });
    expect(await step({ limit: 3, cursor: next ?? '' })).toEqual({
      names: [],
      next: null,
    });
  });

  it('leaves out hidden profiles, for moderators too', async () => {
    expect((await step({}, staff)).names).toEqual(['a', 'c', 'd']);
  });

  it('refuses a cursor that was made up, and names the field', async () => {
    expect(await wrongFields(owner.api.profiles.walk({ cursor: 'made up' }))).toEqual([
      'cursor',
    ]);
  });
});
