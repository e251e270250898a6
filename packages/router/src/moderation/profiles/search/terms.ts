import { domainToASCII, domainToUnicode } from 'node:url';
import { EmailInput } from '../../../access/schemas.ts';
import { addressKey } from '../../../addresses.ts';
import { foldForSearch, foldWithAddress } from '../../../search-folding.ts';
import {
  anySpelling,
  escapePattern,
  type TextTerm,
} from '../../../profiles/text-condition.sql.ts';

/** The username begins with the prefix, in any case, or all texts match. */
export type Term =
  | { in: 'username'; prefix: string }
  | { in: 'owner'; id: string; isExcluded: boolean }
  | ({ in: 'text' } & TextTerm);

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

const likeText = (text: string) => anySpelling(text, lookalikes);

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
const words =
  /(-)?(?:(domain|owner):)?(?:["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|(\S[\S\ufeff]*))/giu;

/** One or two characters, too few for the index of trigrams. */
const isShort = (text: string) => /^[a-z0-9_-][a-z0-9_.-]?$/.test(text);

type Said = {
  field: string | undefined;
  typed: string;
  text: string;
  isExcluded: boolean;
};

/** What is compared with an owner's whole address. It has no blanks, so no lines. */
const ownerOf = (typed: string) => foldWithAddress(typed).replaceAll(/\s/g, '');

/**
 * A word for people who may not read owners' addresses: it is before the last line, or
 * it is a whole address, or the end of one from the @.
 */
const likeTextOrOwner = ({ typed, text }: Said) =>
  String.raw`(?:${likeText(text)}).*\n` +
  (ownerOf(typed).includes('@') ? `|${likeOwner(ownerOf(typed))}` : '');

function patternOf(said: Said, hidesAddresses: boolean): string {
  const { field, typed, text } = said;
  if (field === undefined) {
    return hidesAddresses ? likeTextOrOwner(said) : likeText(text);
  }
  // The Punycode of a domain depends on its marks.
  return field.toLowerCase() === 'domain' ? likeDomain(typed) : likeOwner(ownerOf(typed));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const isOwner = (field: string | undefined) => field?.toLowerCase() === 'owner';

const said = (text: string): Said[] =>
  [...text.matchAll(words)]
    .map(([, minus, field, phrase, word]) => {
      const typed = (phrase ?? word ?? '').trim();
      const isExcluded = minus !== undefined;
      return { field, typed, text: foldForSearch(typed).trim(), isExcluded };
    })
    .filter((term) => term.text !== '');

/** The whole addresses that a search would compare with owners' addresses. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    said(text)
      .filter(({ field }) => field === undefined || isOwner(field))
      .map(({ typed }) => ownerOf(typed))
      .filter((address) => EmailInput.safeParse(address).success)
      .map(addressKey),
  ),
];

/**
 * Parses words in any order, `"a phrase"`, `-excluded`, `domain:example.com`,
 * `owner:ann@example.com`, `owner:@example.com` and `owner:` with a user's id. If all
 * words are short, they must begin the username. Quotes and operators count as typed;
 * words are folded for the search, and those that show nothing are ignored.
 */
export function termsOf(text: string, hidesAddresses = false): Term[] {
  const found = said(text);
  const begins = found.every(
    (term) => term.isExcluded || (!term.field && isShort(term.text)),
  );
  return found.map((term) => {
    const { field, isExcluded } = term;
    if (begins && !isExcluded) {
      return { in: 'username', prefix: term.text };
    }
    return isOwner(field) && uuid.test(term.text)
      ? { in: 'owner', id: term.text, isExcluded }
      : { in: 'text', pattern: patternOf(term, hidesAddresses), isExcluded };
  });
}
