import { domainToASCII, domainToUnicode } from 'node:url';
import { foldForSearch, foldWithAddress } from '../../../search-folding.ts';
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
  escapePattern(text).replaceAll(/[a-z]/g, (letter) => {
    const others = lookalikes[letter];
    return others === undefined ? letter : `[${letter}${others}]`;
  });

/** A link to the domain or a subdomain. Finds both spellings of an IDN. */
function likeDomain(domain: string): string {
  const spellings = [domain, domainToASCII(domain), domainToUnicode(domain)];
  const distinct = [...new Set(spellings.map(foldForSearch))].filter(
    (spelling) => spelling !== '',
  );
  return String.raw`https?://([^\s/?#]*\.)?(${distinct.map(escapePattern).join('|')})(?!\.?[\w-])`;
}

/** The whole address, or its end from the @. It is the last line of the text. */
const likeOwner = (address: string) =>
  `${address.startsWith('@') ? '' : String.raw`\n`}${escapePattern(address)}$`;

/**
 * Phones type curly quotes. The last quote may be missing. U+FEFF shows nothing, but
 * JavaScript takes it for a blank.
 */
const words = /(-)?(?:(domain|owner):)?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S[\S\ufeff]*))/giu;

/** One or two characters, too few for the index of trigrams. */
const isShort = (text: string) => /^[a-z0-9_-][a-z0-9_.-]?$/.test(text);

type Said = { field: string | undefined; typed: string; text: string };

function patternOf({ field, typed, text }: Said): string {
  if (field === undefined) {
    return likeText(text);
  }
  // The Punycode of a domain depends on its marks.
  return field.toLowerCase() === 'domain'
    ? likeDomain(typed)
    : likeOwner(foldWithAddress(typed));
}

/**
 * Parses words in any order, `"a phrase"`, `-excluded`, `domain:example.com`,
 * `owner:ann@example.com` and `owner:@example.com`. If all words are short, they
 * must begin the username. Quotes and operators count as typed; words are folded for
 * the search, and those that show nothing are ignored.
 */
export function termsOf(text: string): Term[] {
  const found = [...text.matchAll(words)]
    .map(([, minus, field, phrase, word]) => {
      const typed = (phrase ?? word ?? '').trim();
      const isExcluded = minus !== undefined;
      return { field, typed, text: foldForSearch(typed).trim(), isExcluded };
    })
    .filter((term) => term.text !== '');
  const begins = found.every(
    (term) => term.isExcluded || (!term.field && isShort(term.text)),
  );
  return found.map((term) =>
    begins && !term.isExcluded
      ? { in: 'username', prefix: term.text }
      : { in: 'text', pattern: patternOf(term), isExcluded: term.isExcluded },
  );
}
