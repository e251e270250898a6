import { beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { admin, somebody, moderator, type Person } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const notFound = 'NOT_FOUND PROFILE_NOT_FOUND';
let owner: Person;
let staff: Person;
let names = 0;
let username: string;

const read = async ({ api }: Person, name = username) =>
  api.profiles.read({ username: name });

beforeEach(async () => {
  owner = await somebody(service());
  staff = await moderator(service());
  username = `Read-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('reading a profile', () => {
  it('is allowed to each signed-in user', async () => {
    const stranger = await somebody(service());
    expect(await read(stranger)).toEqual({
      data: {
        profile: { username, about: null, socials: {}, location: null, hidden: false },
      },
    });
  });

  it('finds it in any case', async () => {
    const { data } = await read(owner, username.toUpperCase());
    expect(data.profile.username).toBe(username);
  });

  it.each([
    'nobody-of-this-name',
    '',
    '.',
    '..',
    'a b',
    'a/b',
    'ä',
    '%',
    "'; drop table profiles; --",
    '\0',
    '\u{d83d}',
    'x'.repeat(65),
    'x'.repeat(10_000),
  ])('finds no profile named %j', async (name) => {
    expect(await outcome(read(owner, name))).toBe(notFound);
  });
});

describe('a hidden profile', () => {
  beforeEach(async () => {
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
  });

  it('is not found by anybody else', async () => {
    expect(await outcome(read(await somebody(service())))).toBe(notFound);
  });

  it('is read by its owner, by moderators and by admins', async () => {
    for (const person of [owner, staff, await admin(service())]) {
      expect((await read(person)).data.profile).toMatchObject({ username, hidden: true });
    }
  });

  it('keeps its username taken', async () => {
    const call = (await somebody(service())).api.profiles.create({
      username,
      referral: '',
    });
    expect(await outcome(call)).toBe('CONFLICT USERNAME_TAKEN');
  });
});

describe('a moderator whose session is not fresh', () => {
  it('sees what a user sees', async () => {
    const visible = async ({ api }: Person) =>
      (await api.profiles.list({ limit: 100 })).data.profiles.map(
        (profile) => profile.username,
      );
    await staff.api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(await visible(staff)).toContain(username);
    await service().clock.advance('1 hour');
    expect(await visible(staff)).toEqual(await visible(await somebody(service())));
    expect(await visible(staff)).not.toContain(username);
    expect(await outcome(read(staff))).toBe(notFound);
    const edit = staff.api.profiles.updateSocials({ username, about: 'theirs' });
    expect(await outcome(edit)).toBe(notFound);
    expect((await staff.api.users.me()).data.role).toBe('moderator');
  });

  it('sees their own hidden profiles', async () => {
    const own = `${username}-own`;
    await staff.api.profiles.create({ username: own, referral: '' });
    await (
      await moderator(service())
    ).api.moderation.profiles.hide({ username: own, reason: 'spam' });
    await service().clock.advance('1 hour');
    expect((await read(staff, own)).data.profile.hidden).toBe(true);
    expect((await staff.api.profiles.mine({})).data.profiles).toMatchObject([
      { username: own },
    ]);
    const edit = staff.api.profiles.updateSocials({ username: own, about: 'mine' });
    expect(await outcome(edit)).toBe('done');
  });
});
