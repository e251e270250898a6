import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { endingsOf, wrongFields } from '../testing/outcome.ts';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

type Edit = Omit<Parameters<Person['api']['profiles']['updateSocials']>[0], 'username'>;

const service = useService();
let owner: Person;
let names = 0;
let username: string;

const edit = async (change: Edit) => {
  const { data } = await owner.api.profiles.updateSocials({ username, ...change });
  return data.profile;
};

/** Sends input that the types forbid. */
const editRaw = async (change: object) =>
  rawCall(service(), owner.token, 'profiles.updateSocials', { username, ...change });

const links = {
  x: 'https://x.com/ann',
  telegram: 'https://t.me/ann',
  website: 'http://ann.example',
  discord: 'https://discord.gg/ann',
};

beforeEach(async () => {
  owner = await somebody(service());
  username = `social-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('updating the links of a profile', () => {
  it('sets them, and answers with the whole profile', async () => {
    expect(await edit({ socials: links, about: 'Hello' })).toEqual({
      username,
      about: 'Hello',
      socials: links,
      location: null,
      hidden: false,
    });
    expect((await owner.api.profiles.read({ username })).data.profile.socials).toEqual(
      links,
    );
  });

  it('keeps what is left out', async () => {
    await edit({ socials: links, about: 'Hello' });
    const changed = { ...links, x: 'https://x.com/lee' };
    expect(await edit({ socials: { x: changed.x } })).toMatchObject({
      socials: changed,
      about: 'Hello',
    });
    expect(await edit({ about: 'Bye' })).toMatchObject({
      socials: changed,
      about: 'Bye',
    });
  });

  it('removes a link by null, and by an empty string', async () => {
    await edit({ socials: links });
    const { socials } = await edit({ socials: { x: null, telegram: '' } });
    expect(socials).toEqual({ website: links.website, discord: links.discord });
  });

  it('accepts the removal of a link that is not set', async () => {
    expect((await edit({ socials: { x: null, discord: '' } })).socials).toEqual({});
  });

  it('sets and removes in one edit', async () => {
    await edit({ socials: { x: links.x } });
    const { socials } = await edit({ socials: { x: '', discord: links.discord } });
    expect(socials).toEqual({ discord: links.discord });
  });

  it('finds the profile in any case', async () => {
    const edited = await owner.api.profiles.updateSocials({
      username: username.toUpperCase(),
      about: 'found',
    });
    expect(edited.data.profile).toMatchObject({ username, about: 'found' });
  });

  it.each([{}, { socials: {} }])('changes no row when %j is sent', async (change) => {
    await edit({ socials: links });
    const before = await rowsOf(service(), 'profiles');
    await service().clock.advance('1 second');
    expect((await edit(change)).socials).toEqual(links);
    expect(await rowsOf(service(), 'profiles')).toEqual(before);
  });

  it.each<[Edit, boolean]>([
    [{ socials: { x: links.x }, about: 'Hello' }, false],
    [{ socials: { discord: null } }, false],
    [{ socials: { x: null }, about: 'Hello' }, true],
    [{ about: 'Bye' }, true],
  ])(
    'is a change, and opens an item, only if it changes something: %j',
    async (change, is) => {
      await edit({ socials: { x: links.x }, about: 'Hello' });
      const database = statements(service().orm.em.fork());
      await database.deleteFrom('items').execute();
      const before = await rowsOf(service(), 'profiles');
      await service().clock.advance('1 second');
      await edit(change);
      const items = await database.selectFrom('items').select('kind').execute();
      expect(items).toEqual(is ? [{ kind: 'changed' }] : []);
      expect((await rowsOf(service(), 'profiles')).join() === before.join()).toBe(!is);
    },
  );

  it('touches no other profile, not even of the same owner', async () => {
    const other = `${username}-other`;
    await owner.api.profiles.create({ username: other, referral: '' });
    await edit({ socials: links, about: 'mine' });
    const { data } = await owner.api.profiles.read({ username: other });
    expect(data.profile).toMatchObject({ socials: {}, about: null });
  });

  it('works on the caller’s own hidden profile', async () => {
    await (
      await moderator(service())
    ).api.moderation.profiles.hide({ username, reason: 'spam' });
    expect(await edit({ about: 'still mine' })).toMatchObject({
      about: 'still mine',
      hidden: true,
    });
  });

  it.each(['myspace', 'X', '__proto__x', 'constructor'])(
    'refuses the link %j',
    async (key) => {
      const socials = { [key]: 'https://example.com', x: links.x };
      expect(await wrongFields(editRaw({ socials }))).toEqual(['socials']);
      expect((await edit({})).socials).toEqual({});
    },
  );

  it('ignores keys beside the documented ones', async () => {
    await editRaw({
      about: 'kept',
      hidden: true,
      location: { latitude: 1, longitude: 1 },
    });
    expect(await edit({})).toMatchObject({
      about: 'kept',
      hidden: false,
      location: null,
    });
  });

  it('writes nothing if a part of the edit is wrong', async () => {
    const call = edit({ about: 'lost', socials: { x: links.x, website: 'no link' } });
    expect(await wrongFields(call)).toEqual(['socials.website']);
    expect(await edit({})).toMatchObject({ about: null, socials: {} });
  });
});

describe('an about text', () => {
  it('may have line breaks and tabs, and is kept as typed', async () => {
    const about = ' First line\n\n\tSecond \'line\' "quoted" \\n $1 ';
    expect((await edit({ about })).about).toBe(about);
  });

  it.each([null, '', ' \u{3164}\u{200b}\n'])('is cleared by %j', async (about) => {
    await edit({ about: 'something' });
    expect((await edit({ about })).about).toBeNull();
  });
});

describe('parallel edits', () => {
  it('of different links all last', async () => {
    const results = await raceTogether(4, async (index) => {
      const [key, link] = Object.entries(links)[index] ?? [];
      return editRaw({ socials: { [String(key)]: link } });
    });
    expect(endingsOf(results)).toEqual({ done: 4 });
    expect((await edit({})).socials).toEqual(links);
  });

  it('of a link and of the text both last, 30 at once', async () => {
    const results = await raceTogether(30, async (index) =>
      index % 2 === 0 ? edit({ socials: { x: links.x } }) : edit({ about: 'text' }),
    );
    expect(endingsOf(results)).toEqual({ done: 30 });
    expect(await edit({})).toMatchObject({ socials: { x: links.x }, about: 'text' });
  });
});
