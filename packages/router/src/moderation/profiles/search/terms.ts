import { domainToASCII, domainToUnicode } from 'node:url';
import { escapePattern, type TextTerm } from '../../../profiles/text-condition.sql.ts';

/** The username begins with the prefix, in any case, or all texts match. */
export type Term = { in: 'username'; prefix: string } | ({ in: 'text' } & TextTerm);

/** Letters that look like Latin ones: "pаypal" with a Cyrillic а is found. */
const lookalikes: Readonly<Record<string, string>> = {
  a: 'аα',
  b: 'вβ',
  c: 'с',
  d: 'ԁ',
  e: 'еε',
  h: 'нһ',
  i: 'іι',
  j: 'ј',
  k: 'кκ',
  l: 'ӏ',
  m: 'м',
  n: 'ν',
  o: 'оο',
  p: 'рρ',
  q: 'ԛ',
  s: 'ѕ',
  t: 'тτ',
  u: 'υ',
  v: 'ѵν',
  w: 'ԝ',
  x: 'хχ',
  y: 'уγ',
};

const likeText = (text: string) =>
  escapePattern(text).replaceAll(/[a-z]/gi, (letter) => {
    const others = lookalikes[letter.toLowerCase()];
    return others === undefined ? letter : `[${letter}${others}]`;
  });

/** A link to the domain or a subdomain. Finds both spellings of an IDN. */
function likeDomain(domain: string): string {
  const spellings = [domain, domainToASCII(domain), domainToUnicode(domain)];
  const distinct = [...new Set(spellings)].filter((spelling) => spelling !== '');
  return String.raw`https?://([^\s/?#]*\.)?(${distinct.map(escapePattern).join('|')})(?!\.?[\w-])`;
}

/** The whole address, or its end from the @. It is the last line of the text. */
const likeOwner = (address: string) =>
  `${address.startsWith('@') ? '' : String.raw`\n`}${escapePattern(address)}$`;

/** Phones type curly quotes. The last quote may be missing. */
const words = /(-)?(?:(domain|owner):)?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S+))/giu;

/** One or two characters, too few for the index of trigrams. */
const isShort = (text: string) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]?$/.test(text);

function patternOf(field: string | undefined, text: string): string {
  if (field === undefined) {
    return likeText(text);
  }
  return field.toLowerCase() === 'domain' ? likeDomain(text) : likeOwner(text);
}

/**
 * Parses words in any order, `"a phrase"`, `-excluded`, `domain:example.com`,
 * `owner:ann@example.com` and `owner:@example.com`. If all words are short, they
 * must begin the username.
 */
export function termsOf(text: string): Term[] {
  const found = [...text.matchAll(words)]
    .map(([, minus, field, phrase, word]) => ({
      field,
      text: (phrase ?? word ?? '').trim(),
      isExcluded: minus !== undefined,
    }))
    .filter((term) => term.text !== '');
  const begins = found.every(
    (term) => term.isExcluded || (!term.field && isShort(term.text)),
  );
  return found.map(({ field, text: wanted, isExcluded }) =>
    begins && !isExcluded
      ? { in: 'username', prefix: wanted }
      : { in: 'text', pattern: patternOf(field, wanted), isExcluded },
  );
}
