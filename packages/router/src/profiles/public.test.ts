import { settleOlderCards, statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  suspended,
} from '../testing/people.ts';
import { procedures, rawCall } from '../testing/raw-call.ts';
import { makeCards, nameOf } from '../testing/cards.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService({ settings: { publicProfiles: true } });
const refused = 'UNAUTHORIZED TOKEN_INVALID';
const notFound = 'NOT_FOUND PROFILE_NOT_FOUND';
let owner: Person;
let staff: Person;
let names = 0;
let username: string;

const nobody = () => service().as().profiles;

beforeAll(async () => {
  staff = await moderator(service());
});

beforeEach(async () => {
  owner = await signIn(service());
  username = `open-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('if profiles are public', () => {
  it('a profile is read without a token, in any case', async () => {
    const { data } = await nobody().read({ username: username.toUpperCase() });
    expect(data.profile).toEqual({
      username,
      about: null,
      socials: {},
      location: null,
      hidden: false,
    });
  });

  it('a token that is sent has to be valid', async () => {
    const { token } = await suspended(service());
    for (const authorization of [
      '',
      'Bearer',
      `Bearer nc_${'A'.repeat(43)}`,
      `Bearer ${token}`,
    ]) {
      const call = service().as(undefined, { authorization }).profiles.read({ username });
      expect(await outcome(call)).toBe(refused);
    }
  });

  it('without a token a card can be read and reported, and all other calls are refused', async () => {
    const endings: Record<string, string> = {
      'profiles.read': 'done',
      'profiles.report': 'BAD_REQUEST INPUT_INVALID',
    };
    for (const { path } of procedures.filter(({ kind }) => kind !== 'public')) {
      const ending = await outcome(rawCall(service(), undefined, path, { username }));
      expect([path, ending]).toEqual([path, endings[path] ?? refused]);
    }
  });
});

describe('a card for members alone', () => {
  const choose = (readers: 'anybody' | 'members', { api } = owner) =>
    api.profiles.chooseReaders({ username, readers });

  const membersOnly = async () =>
    (await owner.api.profiles.mine({})).data.membersOnly.includes(username);

  it('exists for nobody without a token, and as before for members and programs', async () => {
    const key = await program(service(), await admin(service()), 'profiles:read');
    const reader = await signIn(service());
    const before = await reader.api.profiles.read({ username });
    await choose('members');
    expect(await outcome(nobody().read({ username }))).toBe(notFound);
    for (const { api } of [owner, reader, staff, key]) {
      expect(await api.profiles.read({ username })).toEqual(before);
    }
    const { data } = await reader.api.profiles.list({ limit: 1 });
    expect(data.profiles).toEqual([before.data.profile]);
    await choose('anybody');
    expect(await nobody().read({ username })).toEqual(before);
  });

  it('is told to its owner alone, beside the cards', async () => {
    expect(await membersOnly()).toBe(false);
    await choose('members');
    expect(await membersOnly()).toBe(true);
    const { records } = (await owner.api.users.exportMe()).data;
    expect(records['profiles']).toMatchObject([{ username, isPublic: false }]);
  });

  it('is chosen by its owner alone', async () => {
    for (const person of [await signIn(service()), staff]) {
      expect(await outcome(choose('members', person))).toBe('FORBIDDEN NOT_OWNER');
    }
    expect(await membersOnly()).toBe(false);
  });

  it('is in no feed as a change, and keeps its revision', async () => {
    const rows = async () => [
      await rowsOf(service(), 'pending_changes'),
      (await rowsOf(service(), 'profiles')).map((row) =>
        row.replace(/"is_public":\w+/, ''),
      ),
    ];
    const before = await rows();
    await choose('members');
    expect(await rows()).toEqual(before);
  });

  it('was made while profiles were not public, and a setting opens none of them', async () => {
    const closed = service().with({ settings: { publicProfiles: false } });
    username = `closed-${username}`;
    await closed.as(owner.token).profiles.create({ username, referral: '' });
    expect(await membersOnly()).toBe(true);
    expect(await outcome(nobody().read({ username }))).toBe(notFound);
    await choose('anybody');
    expect(await outcome(closed.as().profiles.read({ username }))).toBe(refused);
    expect(await outcome(nobody().read({ username }))).toBe('done');
  });

  it('has no choice if it is older, and takes what the first start wrote for ever', async () => {
    const em = service().orm.em.fork();
    const read = (id: string) => outcome(nobody().read({ username: nameOf(id) }));
    for (const [isPublic, later] of [
      [true, false],
      [false, true],
    ] as const) {
      const [id = ''] = await makeCards(service(), owner.id, 1);
      await sql`update profiles set is_public = null where id = ${id}`.execute(
        statements(em),
      );
      await sql`update change_feeds set older_cards_public = null`.execute(
        statements(em),
      );
      expect(await read(id)).toBe(notFound);
      expect(await settleOlderCards(em, isPublic)).toBe(true);
      expect(await settleOlderCards(em, later)).toBe(false);
      expect(await read(id)).toBe(isPublic ? 'done' : notFound);
    }
  });
});
