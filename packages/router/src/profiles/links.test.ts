import { defaultSocials } from '@namecard/look/socials';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wrongFields } from '../testing/outcome.ts';
import { somebody, type Person } from '../testing/people.ts';
import { rawCall } from '../testing/raw-call.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
let owner: Person;

const setWebsite = async (website: unknown) =>
  rawCall(service(), owner.token, 'profiles.updateSocials', {
    username: 'ann',
    socials: { website },
  });

beforeAll(async () => {
  owner = await somebody(service());
  await owner.api.profiles.create({ username: 'ann', referral: '' });
});

const longest = `https://example.com/${'a'.repeat(512 - 'https://example.com/'.length)}`;

describe('a link', () => {
  it('is so short that all links of a card by default have 2,048 characters', () => {
    expect(defaultSocials.length * longest.length).toBeLessThanOrEqual(2_048);
  });

  it.each([
    'https://example.com',
    'http://example.com/',
    'HTTPS://Example.COM/Path?q=1#top',
    'https://example.com:8443/a/../b',
    'https://xn--bcher-kva.example/ü',
    'https://bücher.example',
    'https://example.com/@ann',
    'https://example.com/?to=a@b.example',
    'https://127.0.0.1/',
    'https://[2001:db8::1]/',
    'https://example.com/🙂',
    longest,
  ])('is kept as typed: %j', async (website) => {
    await setWebsite(website);
    const { data } = await owner.api.profiles.read({ username: 'ann' });
    expect(data.profile.socials).toEqual({ website });
  });

  it.each([' https://example.com', 'https://example.com\n'])(
    'is kept without the space around it: %j',
    async (website) => {
      await setWebsite(website);
      const { data } = await owner.api.profiles.read({ username: 'ann' });
      expect(data.profile.socials).toEqual({ website: 'https://example.com' });
    },
  );

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com',
    'mailto:ann@example.com',
    'ws://example.com',
    'blob:https://example.com/1',
    'https://ann@example.com',
    'https://@example.com',
    'https://:@example.com',
    'https:///example.com',
    'https://ann:secret@example.com',
    'https://:secret@example.com',
    'https://example.com%40evil.example@evil.example',
    'https:example.com',
    'https:/example.com',
    'https://',
    'http://?',
    'https:\\\\example.com',
    'https://example.com\\@evil.example',
    '//example.com',
    'example.com',
    'ann',
    'https://exa mple.com',
    'https://example.com/a b',
    'https://example.com/\na',
    'https://example.com/\0',
    'https://example.com/\u{d83d}',
    'https://example.com/\u{202e}gpj.exe',
    'https://exam\u{ad}ple.com/',
    'https://example.com/\u{200b}',
    'https://example.com:99999',
    'https://[::1',
    `${longest}a`,
    5,
    true,
    {},
    ['https://example.com'],
  ])('is refused: %j', async (website) => {
    expect(await wrongFields(setWebsite(website))).toEqual(['socials.website']);
  });
});

describe('a longer link from before the limit', () => {
  const website = `${longest}${'a'.repeat(1_536)}`;
  const edit = (change: Parameters<typeof owner.api.profiles.updateSocials>[0]) =>
    owner.api.profiles.updateSocials(change);
  const username = 'ann';

  beforeEach(async () => {
    await service().orm.em.execute('update profiles set socials = ?', [
      JSON.stringify({ website }),
    ]);
  });

  it('stays while other fields are edited', async () => {
    const x = 'https://x.com/ann';
    const { data } = await edit({ username, about: 'Hello', socials: { x } });
    expect(data.profile).toMatchObject({ about: 'Hello', socials: { website, x } });
  });

  it.each([longest, null])('can be shortened or removed', async (shorter) => {
    const { data } = await edit({ username, socials: { website: shorter } });
    expect(data.profile.socials).toEqual(shorter === null ? {} : { website: shorter });
  });
});
