import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../../testing/outcome.ts';
import { somebody, moderator, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let owner: Person;
let staff: Person;
let names = 0;
let username: string;

beforeEach(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  username = `seen-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
  await owner.api.profiles.updateSocials({
    username,
    about: 'text',
    socials: { x: 'https://x.com/a' },
  });
});

describe('hiding a profile', () => {
  it('answers with it, otherwise unchanged', async () => {
    const before = (await owner.api.profiles.read({ username })).data.profile;
    const { data } = await staff.api.moderation.profiles.hide({
      username: username.toUpperCase(),
      reason: 'spam',
    });
    expect(data.profile).toEqual({ ...before, hidden: true });
    expect((await owner.api.profiles.read({ username })).data.profile).toEqual(
      data.profile,
    );
  });

  it('is undone by restoring it', async () => {
    const before = (await owner.api.profiles.read({ username })).data.profile;
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(
      (await staff.api.moderation.profiles.restore({ username })).data.profile,
    ).toEqual(before);
    expect((await owner.api.profiles.read({ username })).data.profile).toEqual(before);
  });

  it('has the same result if it is repeated', async () => {
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(
      (await staff.api.moderation.profiles.hide({ username, reason: 'spam' })).data
        .profile.hidden,
    ).toBe(true);
    await staff.api.moderation.profiles.restore({ username });
    expect(
      (await staff.api.moderation.profiles.restore({ username })).data.profile.hidden,
    ).toBe(false);
  });

  it('loses no concurrent edit of the owner', async () => {
    const results = await raceTogether(30, async (index) =>
      index % 2 === 0
        ? staff.api.moderation.profiles.hide({ username, reason: 'spam' })
        : owner.api.profiles.updateSocials({ username, about: 'newer' }),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    const { data } = await owner.api.profiles.read({ username });
    expect(data.profile).toMatchObject({ hidden: true, about: 'newer' });
  });
});

describe.each(['hide', 'restore'] as const)('%s', (action) => {
  const moderate = async ({ api }: Person, name = username) =>
    outcome(api.moderation.profiles[action]({ username: name, note: 'No' }));

  it.each(['no-such-name', 'a b', '', '\0'])(
    'does not find the name %j',
    async (name) => {
      expect(await moderate(staff, name)).toBe('NOT_FOUND PROFILE_NOT_FOUND');
    },
  );
});
