import {
  defaultSocials,
  eachSocial,
  socialNetworks,
  socials as kinds,
} from '@namecard/look/socials';
import { beforeEach, describe, expect, it } from 'vitest';
import { readList } from '../invitations/read-list.ts';
import { outcome, wrongFields } from '../testing/outcome.ts';
import { somebody, moderator, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { type Overrides, useService } from '../testing/use-service.ts';
import { asOthersSeeIt } from './view.ts';

const service = useService();
const every: Overrides = { settings: { socials: socialNetworks } };
const github = 'https://github.com/ann';
const x = 'https://x.com/ann';
let names = 0;
let username: string;
let owner: Person;

const edit = (socials: object, overrides: Overrides = {}) =>
  rawCall(service().with(overrides), owner.token, 'profiles.updateSocials', {
    username,
    socials,
  });

/** The card's links in each call that shows them. */
async function linksFor({ token }: Pick<Person, 'token'>, overrides: Overrides = {}) {
  const { profiles } = service().with(overrides).as(token);
  const walked = (await profiles.walk({})).data.profiles;
  const answers = [
    (await profiles.read({ username })).data.profile,
    (await profiles.list({})).data.profiles[0],
    walked.at(-1),
  ];
  return answers.map((profile) => profile?.socials);
}

beforeEach(async () => {
  owner = await somebody(service());
  username = `offered-${(names += 1)}`;
  await owner.api.profiles.create({ username, referral: '' });
});

describe('a kind of link that is offered', () => {
  it('is set, shown and removed as every other', async () => {
    const links = eachSocial(({ example }) => example);
    await edit(links, every);
    const { profiles } = service().with(every).as(owner.token);
    expect((await profiles.read({ username })).data.profile.socials).toEqual(links);
    await edit(
      eachSocial(() => null),
      every,
    );
    expect((await profiles.read({ username })).data.profile.socials).toEqual({});
  });

  it.each([
    ['github', 'https://GitHub.com/ann'],
    ['github', 'https://gist.github.com/ann/1'],
    ['linkedin', 'https://de.linkedin.com/in/ann-m%C3%BCller'],
    ['mastodon', 'https://social.example/@ann@other.example'],
    ['youtube', 'http://youtu.be/abc'],
    ['matrix', 'https://matrix.to/#/@ann:example.org?via=example.org'],
    ['signal', 'https://signal.me/#eu/a-_B=='],
  ])('on %s may be %s', async (network, link) => {
    expect(await outcome(edit({ [network]: link }, every))).toBe('done');
  });

  it.each([
    ['github', 'https://github.com'],
    ['github', 'https://github.com.evil.example/ann'],
    ['github', 'https://evilgithub.com/ann'],
    ['github', 'https://github.com@evil.example/ann'],
    ['github', 'https://github.com\\@evil.example/ann'],
    ['github', 'https://evil.example/github.com/ann'],
    ['github', 'javascript://github.com/%0aalert(1)'],
    ['github', `https://github.com/${'a'.repeat(256)}`],
    ['github', 'https://github.com/änn'],
    ['github', '@ann'],
    ['linkedin', 'https://lınkedin.com/in/ann'],
    ['mastodon', 'https://social.example/ann'],
    ['bluesky', 'https://ann.bsky.social'],
    ['matrix', '@ann:example.org'],
    ['signal', 'https://signal.me/#p/+491701234567'],
  ])('on %s is not %s', async (network, link) => {
    expect(await wrongFields(edit({ [network]: link }, every))).toEqual([
      `socials.${network}`,
    ]);
  });

  it.each(
    socialNetworks.filter((one) => !defaultSocials.includes(one) && kinds[one].hosts),
  )('on %s leads to its own hosts alone', async (network) => {
    const link = kinds[network].example.replace(/\/\/[^/]+/, '//evil.example');
    expect(await wrongFields(edit({ [network]: link }, every))).toEqual([
      `socials.${network}`,
    ]);
  });

  it.each(socialNetworks)('may stand in a list of invited people: %s', (network) => {
    const [line] = readList(`email,${network}\nann@example.com,here`);
    expect(line?.draft).toEqual({ [network]: 'here' });
  });
});

describe('a kind of link that is no longer offered', () => {
  beforeEach(() => edit({ github, x }, every));

  it('is in no answer, because the document does not describe it', async () => {
    const judge = await moderator(service());
    for (const person of [await somebody(service()), judge, owner]) {
      expect(await linksFor(person)).toEqual([{ x }, { x }, { x }]);
    }
    const { mine, updateSocials, updateLocation } = owner.api.profiles;
    const place = { username, location: null };
    expect([
      (await mine({})).data.profiles[0]?.socials,
      (await updateSocials({ username, about: 'Hello' })).data.profile.socials,
      (await updateLocation(place)).data.profile.socials,
      (await judge.api.moderation.profiles.inspect({ username })).data.profile.socials,
      (await judge.api.moderation.profiles.hide({ username, reason: 'spam' })).data
        .profile.socials,
    ]).toEqual(Array.from({ length: 5 }, () => ({ x })));
  });

  it('is not on a card as others see it', () => {
    const card = { username, about: null, location: null, hidden: false };
    const seen = { locationPrecision: 0, socials: defaultSocials };
    expect(asOthersSeeIt({ ...card, socials: { github, x } }, seen).socials).toEqual({
      x,
    });
  });

  it('can’t be set, and the message names what is offered', async () => {
    await expect(edit({ github: 'https://github.com/lee' })).rejects.toMatchObject({
      cause: {
        issues: [
          {
            path: ['socials'],
            message: 'Must hold x, telegram, website, discord only, no other key.',
          },
        ],
      },
    });
  });

  it.each([null, ''])('is removed by %j', async (nothing) => {
    await edit({ x: 'https://x.com/lee' });
    await edit({ github: nothing });
    expect((await linksFor(owner, every))[0]).toEqual({ x: 'https://x.com/lee' });
  });
});
