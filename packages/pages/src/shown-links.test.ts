import { describe, expect, it } from 'vitest';
import { shownLinks } from './shown-links.ts';

type Socials = Parameters<typeof shownLinks>[0];

const networkOf = (socials: Socials) => shownLinks(socials).map(({ network }) => network);

/** How a website's link is written. */
const written = (website: string) => shownLinks({ website })[0]?.text;

describe('the network of a link', () => {
  it.each<[Socials, string]>([
    [{ x: 'https://x.com/ann' }, 'x'],
    [{ x: 'HTTPS://WWW.X.COM./ann' }, 'x'],
    [{ x: 'https://mobile.twitter.com/ann' }, 'x'],
    [{ telegram: 'https://t.me/ann' }, 'telegram'],
    [{ discord: 'https://discord.gg/ann' }, 'discord'],
    [{ discord: 'https://ptb.discord.com/ann' }, 'discord'],
    [{ website: 'https://x.com/ann' }, 'website'],
  ])('of %j is %s', (socials, network) => {
    expect(networkOf(socials)).toEqual([network]);
  });

  it.each<Socials>([
    { x: 'https://x.com.evil.example/ann' },
    { x: 'https://evil.example/x.com' },
    { x: 'https://notx.com/ann' },
    { x: 'https://t.me/ann' },
    { telegram: 'https://telegram.me.evil.example' },
    { telegram: 'https://at.me/ann' },
    { discord: 'https://discord.example' },
    { discord: 'https://discord.gg@evil.example' },
    // A Cyrillic letter that looks like an x.
    { x: 'https://х.com/ann' },
  ])('of %j is none: it leads elsewhere', (socials) => {
    expect(networkOf(socials)).toEqual([undefined]);
  });
});

describe('links', () => {
  it('are written without www., which leaves room for the name', () => {
    expect(written('https://www.instagram.com/ann')).toBe('instagram.com/ann');
  });

  it('are shown in one order, each with where it leads', () => {
    const socials = {
      discord: 'https://discord.gg/ann',
      website: 'HTTPS://Ann.example/%D0%B0',
      x: 'https://x.com/ann/',
    };
    expect(shownLinks(socials)).toEqual([
      { href: 'https://x.com/ann/', text: 'x.com/ann', network: 'x' },
      {
        href: 'https://ann.example/%D0%B0',
        text: 'ann.example/а',
        network: 'website',
      },
      { href: 'https://discord.gg/ann', text: 'discord.gg/ann', network: 'discord' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:ann@example.com',
    '//x.com',
    'x.com',
    '',
  ])('that lead to no page of the web are not shown: %j', (link) => {
    expect(shownLinks({ x: link, website: link })).toEqual([]);
  });
});

describe('a path', () => {
  it.each([
    ['%D0%90%D0%BD%D1%8F', 'Аня'],
    ['%D8%A2%D9%86', 'آن'],
    ['%E6%97%A5%E6%9C%AC', '日本'],
    ['%e0%a4%85%e0%a4%a8%e0%a5%81', 'अनु'],
    ['Z%C3%BCrich/Stra%C3%9Fe', 'Zürich/Straße'],
    ['Z%75%CC%88rich', 'Zürich'],
    ['%F0%9D%92%9C%D9%A3', '𝒜٣'],
    ['日本', '日本'],
    ['%41nn%31', 'Ann1'],
    ['?q=%C3%A9#%C3%A8', '?q=é#è'],
  ])('%s is written as %s', (path, text) => {
    expect(written(`https://example.com/${path}`)).toBe(`example.com/${text}`);
  });

  it.each([
    ['a slash', '%2F'],
    ['a blank', '%20'],
    ['a line break', '%0A'],
    ['a question mark', '%3F'],
    ['a hash', '%23'],
    ['a percent sign', '%25'],
    ['an at sign', '%40'],
    ['markup', '%3Cb%3E'],
    ['an override of the direction', '%E2%80%AE'],
    ['an isolate', '%E2%81%A7'],
    ['a mark of the direction', '%E2%80%8F'],
    ['a zero-width space', '%E2%80%8B'],
    ['a zero-width joiner', '%E2%80%8D'],
    ['a word joiner', '%E2%81%A0'],
    ['a byte order mark', '%EF%BB%BF'],
    ['a soft hyphen', '%C2%AD'],
    ['a no-break space', '%C2%A0'],
    ['a line separator', '%E2%80%A8'],
    ['a slash of mathematics', '%E2%88%95'],
    ['a fullwidth slash', '%EF%BC%8F'],
    ['a picture', '%F0%9F%99%82'],
    ['a private character', '%EE%80%80'],
    ['an unassigned character', '%CD%B8'],
    ['a byte that is no UTF-8', '%FF'],
    ['half a letter', '%C3'],
    ['an overlong slash', '%C0%AF'],
    ['a surrogate', '%ED%A0%80'],
  ])('keeps %s encoded, %s, among letters too', (_, bytes) => {
    for (const path of [bytes, `a${bytes}b`, `%C3%A9${bytes}%D0%B0`]) {
      const [, ...segments] = (written(`https://example.com/${path}/x`) ?? '').split('/');
      expect(segments).toEqual([path, 'x']);
    }
  });

  it('keeps its percent signs, so that what is written leads where the link does', () => {
    for (const path of ['100%25', '%zz', '%', '%2', '%252F', '%25D0%25B0']) {
      const [{ href, text } = { href: '', text: '' }] = shownLinks({
        website: `https://example.com/${path}`,
      });
      expect(new URL(`https://${text}`).href).toBe(href);
    }
  });
});

describe('a host', () => {
  it.each([
    // Cyrillic letters that look like those of paypal.
    ['https://раураl.com/a', 'xn--l-7sba6dbr.com/a'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['https://b%C3%BCcher.example/', 'xn--bcher-kva.example'],
    ['https://EXAMPLE.com:8443/', 'example.com:8443'],
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://bank.example%2F@evil.example/a', 'evil.example/a'],
    ['https://exam\u{ad}ple.com', 'example.com'],
    ['https://[::1]/%C3%A9', '[::1]/é'],
  ])('of %s is written in ASCII: %s', (website, text) => {
    expect(written(website)).toBe(text);
  });
});
