import { statements } from '@namecard/db';
import { socialNetworks } from '@namecard/look/socials';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  signIn,
  suspend,
} from '../../../testing/people.ts';
import { type Caller, useService } from '../../../testing/use-service.ts';
import { sorts } from '../schemas.ts';

type Search = Parameters<Caller['moderation']['profiles']['search']>[0];

const service = useService();
let ann: Person;
let ben: Person;
let staff: Person;
let boss: Person;

beforeAll(async () => {
  ann = await signIn(service(), 'Ann.Miller@example.com');
  ben = await signIn(service(), 'ben@example.org');
  staff = await moderator(service());
  boss = await admin(service());
  await ann.api.users.updateMe({ username: 'ann', walletAddress: '0xABC' });
  await make(ann, 'Ann_1', {
    about: 'Grows 100% of her\nZebra plants',
    socials: { website: 'https://garden.example/Roses' },
  });
  await make(ann, 'an', { referral: 'Ann_1' });
  await make(ben, 'ben.x', { referral: 'a newsletter', about: '日本から grоws' });
  await make(ben, 'zoe', { referral: 'Ann_1', socials: { x: 'https://x.com/zoezoe' } });
  await ann.api.profiles.updateLocation({
    username: 'an',
    location: { latitude: 1, longitude: 2 },
  });
  await staff.api.moderation.profiles.hide({ username: 'zoe', reason: 'spam' });
});

type Made = { referral?: string } & Omit<
  Parameters<Caller['profiles']['updateSocials']>[0],
  'username'
>;

async function make({ api }: Person, username: string, { referral = '', ...said }: Made) {
  await service().clock.advance('1 minute');
  await api.profiles.create({ username, referral });
  await api.profiles.updateSocials({ username, ...said });
}

const search = async (input: Search) =>
  (await boss.api.moderation.profiles.search(input)).data;

const names = async (input: Search) =>
  (await search(input)).profiles.map(({ username }) => username);

it.each(socialNetworks)('a link on %s is in links_text', async (network) => {
  const { rows } = await sql<{ text: string }>`
    select links_text(${JSON.stringify({ [network]: 'https://found.example' })}::jsonb, '', 'a@example.com') as text
  `.execute(statements(service().orm.em.fork()));
  expect(rows[0]?.text).toContain('https://found.example');
});

describe('a search by text', () => {
  it.each([
    ['the username, or the referral', 'nn_1', ['zoe', 'an', 'Ann_1']],
    ['the about text', 'zebra', ['Ann_1']],
    ['a link', 'GARDEN.example', ['Ann_1']],
    ['another link', 'zoezoe', ['zoe']],
    ['the referral', 'newslett', ['ben.x']],
    ['the owner’s address', 'miller@', ['an', 'Ann_1']],
    ['another script', '日本から', ['ben.x']],
    ['two of its letters', '日本', ['ben.x']],
    ['a text with blanks around it', '  zebra ', ['Ann_1']],
    ['several fields, in any order', 'garden ZEBRA ann_1', ['Ann_1']],
  ])('finds a part of %s, in any case', async (_, text, expected) => {
    expect(await names({ text })).toEqual(expected);
  });

  it.each([
    ['a word too much', 'garden zebra newsletter', []],
    ['a phrase', '"zebra plants"', ['Ann_1']],
    ['a phrase in another order', '"plants zebra"', []],
    ['an excluded word', 'miller -zebra', ['an']],
    ['only an excluded word', '-ann_1', ['ben.x']],
    ['a domain', 'domain:garden.example', ['Ann_1']],
    ['the end of a domain', 'domain:den.example', []],
    ['an owner', 'owner:Ann.Miller@example.com', ['an', 'Ann_1']],
    ['the end of an owner’s address', 'owner:miller@example.com', []],
    ['the domain of an owner’s address', 'owner:@example.org', ['zoe', 'ben.x']],
    ['a letter of another script that looks the same', 'grows', ['ben.x', 'Ann_1']],
  ])('follows %s', async (_, text, expected) => {
    expect(await names({ text })).toEqual(expected);
  });

  it.each([
    ['100%', ['Ann_1']],
    ['100_', []],
    ['z%a', []],
    ['x\\com', []],
  ])('takes %j literally', async (text, expected) => {
    expect(await names({ text })).toEqual(expected);
  });

  it.each([
    ['a', ['an', 'Ann_1']],
    ['AN', ['an', 'Ann_1']],
    ['z', ['zoe']],
    ['n.', []],
    ['_', []],
  ])(
    'finds only the beginning of a username for the short text %j',
    async (text, expected) => {
      expect(await names({ text })).toEqual(expected);
    },
  );
});

describe('filters', () => {
  it.each<[string, Search, string[]]>([
    ['nothing', {}, ['zoe', 'ben.x', 'an', 'Ann_1']],
    ['the hidden', { state: 'hidden' }, ['zoe']],
    ['the active', { state: 'active' }, ['ben.x', 'an', 'Ann_1']],
    ['those with a location', { located: true }, ['an']],
    ['those without', { located: false }, ['zoe', 'ben.x', 'Ann_1']],
    [
      'profiles that one referred, by its name in any case',
      { referredBy: 'ann_1' },
      ['zoe', 'an'],
    ],
    ['profiles without a referrer', { referredBy: 'nobody' }, []],
    ['a name that can’t exist', { referredBy: 'a b' }, []],
    ['all of several', { referredBy: 'ann_1', state: 'active', text: 'miller' }, ['an']],
  ])('find %s', async (_, input, expected) => {
    expect(await names(input)).toEqual(expected);
  });

  it('find what was created from one instant to before another', async () => {
    const { profiles } = await search({ sort: 'oldest' });
    const [, second, third] = profiles.map(({ createdAt }) => createdAt);
    expect(await names({ createdFrom: second })).toEqual(['zoe', 'ben.x', 'an']);
    expect(await names({ createdFrom: second, createdBefore: third })).toEqual(['an']);
  });

  it('find profiles whose owner has linked an identity that others have too, and name it', async () => {
    expect(await names({ duplicateIdentities: true })).toEqual([]);
    await ben.api.users.updateMe({ walletAddress: '0xABC', worldId: 'only mine' });
    const { profiles } = await search({ duplicateIdentities: true, state: 'active' });
    expect(
      profiles.map(({ username, duplicateIdentities }) => [
        username,
        duplicateIdentities,
      ]),
    ).toEqual([
      ['ben.x', ['walletAddress']],
      ['an', ['walletAddress']],
      ['Ann_1', ['walletAddress']],
    ]);
    expect(await names({ duplicateIdentities: false })).toEqual([]);
    await ben.api.users.updateMe({ walletAddress: null });
    expect(await names({ duplicateIdentities: true })).toEqual([]);
  });

  it.each<[string, Search]>([
    ['text', { text: 'a'.repeat(201) }],
    ['text', { text: 'a\0b' }],
    ['createdFrom', { createdFrom: 'yesterday' }],
    ['createdFrom', { createdFrom: '0000-01-01T00:00:00Z' }],
    ['createdBefore', { createdBefore: '2026-02-30T00:00:00Z' }],
    ['limit', { limit: 101 }],
    ['limit', { limit: 0 }],
  ])('refuse a %s out of bounds', async (_, input) => {
    expect(await outcome(search(input))).toBe('BAD_REQUEST INPUT_INVALID');
  });
});

describe('a profile that is found', () => {
  it('has all that moderators need', async () => {
    await suspend(service(), ben);
    const { profiles } = await search({ text: 'zoe' });
    expect(profiles).toEqual([
      {
        id: expect.any(String),
        username: 'zoe',
        about: null,
        socials: { x: 'https://x.com/zoezoe' },
        location: null,
        hidden: true,
        isHeld: false,
        referral: 'Ann_1',
        referrer: 'Ann_1',
        owner: {
          id: ben.id,
          email: 'ben@example.org',
          maskedEmail: 'b…@example.org',
          username: null,
          isSuspended: true,
        },
        duplicateIdentities: [],
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        revision: expect.any(Number),
      },
    ]);
    await statements(service().orm.em.fork())
      .updateTable('users')
      .set({ suspendedAt: null })
      .where('id', '=', ben.id)
      .execute();
  });

  it('has another revision after each change, and otherwise the same', async () => {
    const revision = async () => (await search({ text: 'zebra' })).profiles[0]?.revision;
    const first = await revision();
    expect(await revision()).toBe(first);
    await ann.api.profiles.updateSocials({ username: 'Ann_1', about: 'Zebra finches' });
    const second = await revision();
    await staff.api.moderation.profiles.hide({ username: 'Ann_1', reason: 'spam' });
    expect(new Set([first, second, await revision()]).size).toBe(3);
    await staff.api.moderation.profiles.restore({ username: 'Ann_1' });
  });
});

describe('a cursor', () => {
  it.each(sorts)('of %s is refused in another order', async (sort) => {
    const { nextCursor } = await search({ sort, limit: 1 });
    for (const other of sorts.filter((one) => one !== sort)) {
      const refused = await outcome(search({ sort: other, cursor: nextCursor ?? '' }));
      expect(refused).toBe('BAD_REQUEST INPUT_INVALID');
    }
  });
});
