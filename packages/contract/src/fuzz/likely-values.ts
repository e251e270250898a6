import { socialNetworks } from '@namecard/look/socials';
import fc from 'fast-check';

/** Real values, which get further into the service than random ones. */
export type Hints = {
  /** Usernames of profiles, some of them hidden. */
  names: string[];
  /** Of sessions and users that no other call needs. */
  ids: string[];
  /** Addresses with valid codes. */
  codes: { email: string; otp: string }[];
};

/** Texts that have broken services. */
export const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u{1F4A9}',
  '\u0378',
  '\ufeffa',
  'a\u200bb',
  'a\r\nb',
  '\t',
  'a\u0007',
  '\u0085',
  '\u202e',
  'e\u0301',
  '"',
  '\\',
  "' or 1=1--",
  '%',
  '%00',
  '__proto__',
  'null',
  'true',
  '1',
  '1e3',
  '<script>',
  '${7*7}',
  '{username}',
  'a%2Fb',
  'a;b=c',
  'a+b',
];

const emails = [
  'ann@example.com',
  'Ann.Lee+cards@Example.COM',
  'a@xn--bcher-kva.example',
  `${'a'.repeat(64)}@example.com`,
  `${'a'.repeat(65)}@example.com`,
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@@example.com',
  '.a@example.com',
  'a..b@example.com',
  'ann@-example.com',
  'ann@[127.0.0.1]',
  ' ann@example.com ',
  'ann@example.com,bob@example.com',
  'ann@b\u00fccher.example',
];

const links = [
  'https://example.com',
  'http://example.com/a?b=c#d',
  'HTTPS://EXAMPLE.COM',
  'https://example.com:8443/',
  'https://b\u00fccher.example/\u00e4',
  'https://[::1]/',
  'javascript:alert(1)',
  'https://user:secret@example.com',
  'https://',
  'https:///path',
  '//example.com',
  'https://exa mple.com',
  'https:\\\\example.com',
  ' https://example.com',
  'https://example.com:99999',
  'https://%zz',
  'https://.',
  'ftp://example.com',
];

const networks: ReadonlySet<string> = new Set(socialNetworks);

const cursor = (text: string) => Buffer.from(text).toString('base64url');

/** Names that are taken, free or reserved. Not `.` and `..`, which change a path. */
const names = (hints: Hints) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...hints.names) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...hints.names).map((name) => name.toUpperCase()),
    },
    { weight: 2, arbitrary: fc.nat(150).map((number) => `made-${number}`) },
    { weight: 1, arbitrary: fc.constantFrom('me', 'Admin', '.a', 'a.', 'a..b') },
  );

/** Likely texts of a field with this name, right or wrong. */
export function likelyValues(
  name: string,
  hints: Hints,
): fc.Arbitrary<string> | undefined {
  switch (name) {
    case 'username':
    case 'referral':
      return names(hints);
    case 'email':
      return fc.oneof(fc.constantFrom(...emails), fc.emailAddress());
    case 'id':
    case 'ownerId':
      return fc.oneof(fc.constantFrom(...hints.ids), fc.uuid());
    case 'cursor':
      return fc.oneof(
        fc.nat(90).map((position) => cursor(`p ${position}`)),
        fc.constantFrom('', '*', cursor('p x')),
        fc.base64String(),
      );
    case 'audience':
      return fc.constantFrom('forum', 'shop', 'elsewhere', 'café');
    case 'otp':
      return fc.oneof(fc.constant('AB3D-9K2M-7QRST'), fc.stringMatching(/^\d{6}$/));
    default:
      return networks.has(name)
        ? fc.oneof(fc.constantFrom(...links), fc.webUrl({ withQueryParameters: true }))
        : undefined;
  }
}
