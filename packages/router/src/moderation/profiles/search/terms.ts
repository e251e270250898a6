import { domainToASCII, domainToUnicode } from 'node:url';

/** One thing that a search's text asks for; all of them have to hold. */
export type Term =
  /** The username begins with it, in any case. */
  | { in: 'username'; prefix: string }
  /** Anything that the profile says matches, or `isExcluded`, does not: a regular expression of PostgreSQL's. */
  | { in: 'text'; pattern: string; isExcluded: boolean };

/** Letters of other scripts that pass for a Latin one, upper or lower case: "pаypal" with a Cyrillic а is found as well. */
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

const escapePattern = (text: string) =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

const likeText = (text: string) =>
  escapePattern(text).replaceAll(/[a-z]/gi, (letter) => {
    const others = lookalikes[letter.toLowerCase()];
    return others === undefined ? letter : `[${letter}${others}]`;
  });

/** A link to the domain or a part of it, an international one in either of its spellings. */
function likeDomain(domain: string): string {
  const spellings = [domain, domainToASCII(domain), domainToUnicode(domain)];
  const distinct = [...new Set(spellings)].filter((spelling) => spelling !== '');
  return String.raw`https?://([^\s/?#]*\.)?(${distinct.map(escapePattern).join('|')})(?!\.?[\w-])`;
}

/** The owner's whole address, or its end after the @. It is the last line of what is searched. */
const likeOwner = (address: string) =>
  `${address.startsWith('@') ? '' : String.raw`\n`}${escapePattern(address)}$`;

/** A word or a quoted phrase, perhaps of a field, perhaps excluded. Telephones type curly quotes; the last one may be missing. */
const words = /(-)?(?:(domain|owner):)?(?:["“”]([^"“”]*)(?:["“”]|$)|(\S+))/giu;

/** One or two characters that a username can begin with: too few for a trigram, so no index finds them anywhere. */
const isShort = (text: string) => /^[A-Za-z0-9_-][A-Za-z0-9_.-]?$/.test(text);

function patternOf(field: string | undefined, text: string): string {
  if (field === undefined) {
    return likeText(text);
  }
  return field.toLowerCase() === 'domain' ? likeDomain(text) : likeOwner(text);
}

/**
 * What a search's text asks for: words in any order, `"a phrase"`, `-excluded`, `domain:example.com`, `owner:ann@example.com`
 * or `owner:@example.com`. Where there are only words of one or two characters, they begin the username.
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
