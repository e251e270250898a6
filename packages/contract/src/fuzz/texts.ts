import fc from 'fast-check';

/** Texts that have broken services. Lone surrogates are sent as JSON escapes. */
const oddTexts = [
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
  'K',
  'e\u0301',
  '"',
  '\\',
  "' or 1=1--",
  '%',
  '%00',
  '__proto__',
  'constructor',
  'null',
  'true',
  '1',
  '1e3',
  '../../etc',
  '<script>',
  '${7*7}',
];

/** Any text: odd ones, letters, or any characters. */
export const anyText = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 5, arbitrary: fc.string({ maxLength: 24 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 16 }) },
);

const fillers = ['x', '\u00e9', '\u{1F4A9}'];

/** Texts of this many characters (code points) after a beginning. */
export const textsOf = (length: number, beginning = '') =>
  fc
    .constantFrom(...fillers)
    .map((filler) => beginning + filler.repeat(Math.max(0, length - beginning.length)));

const links = [
  'https://example.com',
  'http://example.com/a?b=c#d',
  'HTTPS://EXAMPLE.COM',
  'https://example.com:8443/',
  'https://xn--bcher-kva.example',
  'https://b\u00fccher.example/\u00e4',
  'https://[::1]/',
  'https://127.0.0.1',
];

const badLinks = [
  'javascript:alert(1)',
  'ftp://example.com',
  'https://user:secret@example.com',
  'https://user@example.com',
  'https://',
  'https:///path',
  'example.com',
  '//example.com',
  'https://exa mple.com',
  'https://example.com/a b',
  'https:\\\\example.com',
  ' https://example.com',
  'https://example.com\n',
  'https://example.com:99999',
  'https://[::1',
  'https://%zz',
  'https://a..b',
  'https://.',
];

/** Web links and similar texts. */
export const anyLink = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...links) },
  { weight: 2, arbitrary: fc.webUrl({ withFragments: true, withQueryParameters: true }) },
  { weight: 2, arbitrary: fc.constantFrom(...badLinks) },
  { weight: 1, arbitrary: textsOf(2_048, 'https://example.com/') },
  { weight: 1, arbitrary: textsOf(2_049, 'https://example.com/') },
);
