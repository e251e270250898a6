import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../testing/people.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const notOwner = 'FORBIDDEN NOT_OWNER';
const notFound = 'NOT_FOUND PROFILE_NOT_FOUND';
let owner: Person;
let names = 0;
let username: string;

beforeEach(async () => {
  owner = await somebody(service());
  username = `owned-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

/** All changes that only the owner of a profile may make. */
const edits = [
  [
    'updating the links of',
    async ({ api }: Person, name: string) =>
      api.profiles.updateSocials({ username: name, socials: { x: 'https://x.com/eve' } }),
  ],
  [
    'an empty update of',
    async ({ api }: Person, name: string) =>
      api.profiles.updateSocials({ username: name }),
  ],
  [
    'updating the location of',
    async ({ api }: Person, name: string) =>
      api.profiles.updateLocation({
        username: name,
        location: { latitude: 1, longitude: 1 },
      }),
  ],
  [
    'deleting',
    async ({ api }: Person, name: string) => api.profiles.remove({ username: name }),
  ],
] as const;

describe.each(edits)('%s a profile', (_, edit) => {
  it('is allowed to its owner', async () => {
    expect(await outcome(edit(owner, username))).toBe('done');
  });

  it('is refused to everybody else, moderators and admins included, and changes nothing', async () => {
    const before = await rowsOf(service(), 'profiles');
    const others = [
      await somebody(service()),
      await moderator(service()),
      await admin(service()),
    ];
    for (const other of others) {
      expect(await outcome(edit(other, username.toUpperCase()))).toBe(notOwner);
    }
    expect(await rowsOf(service(), 'profiles')).toEqual(before);
  });

  it('does not find hidden profiles of others; a moderator learns that it is not theirs', async () => {
    const staff = await moderator(service());
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(await outcome(edit(await somebody(service()), username))).toBe(notFound);
    expect(await outcome(edit(staff, username))).toBe(notOwner);
    expect(await outcome(edit(owner, username))).toBe('done');
  });

  it.each(['no-such-name', 'a b', '', '\0', 'x'.repeat(65)])(
    'does not find the name %j',
    async (name) => {
      expect(await outcome(edit(owner, name))).toBe(notFound);
    },
  );
});

describe('a deleted profile', () => {
  it('is gone for good, and its username is free for anybody', async () => {
    await owner.api.profiles.updateSocials({ username, about: 'old' });
    expect(await owner.api.profiles.remove({ username })).toEqual({ data: null });
    expect(await outcome(owner.api.profiles.read({ username }))).toBe(notFound);
    const bob = await somebody(service());
    const { profile } = await bob.api.profiles.create({
      username: username.toUpperCase(),
      referral: '',
    });
    expect(profile.about).toBeNull();
  });

  it('is deleted once by 30 racing calls, and counted once', async () => {
    const results = await raceTogether(30, async () =>
      owner.api.profiles.remove({ username }),
    );
    expect(endingsOf(results)).toEqual({ done: 1, [notFound]: 29 });
    const limited = service()
      .with({ settings: { profilesPerAccount: 1 } })
      .as(owner.token);
    await limited.profiles.create({ username, referral: '' });
    const second = limited.profiles.create({ username: `${username}-2`, referral: '' });
    expect(await outcome(second)).toBe('FORBIDDEN PROFILE_LIMIT');
  });
});
