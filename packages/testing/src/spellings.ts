/** Characters that show nothing, of every kind. */
const unseen = [
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f',
  '\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2064\u2066\u2069\u206f\u2800\u3164',
  '\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1bca0}\u{1d173}\u{e0001}\u{e0061}\u{e007f}\u{e0100}',
].flatMap((characters) => Array.from(characters));

const wide = (text: string) =>
  Array.from(text, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  ).join('');

/**
 * More than 40 ways in which one ASCII word arrives by hand, by a clipboard or an
 * attack. People see the same in all of them.
 */
export const spellingsOf = (word: string): string[] => [
  word,
  wide(word),
  ` ${word}\u00a0`,
  `\t${word}\u3000`,
  `${word}\v`,
  `\f${word}`,
  `${word}\u0085`,
  `\u2028${word}\u2029`,
  `\r\n${word}\r`,
  ...unseen.map((mark) => `${mark}${word.slice(0, 2)}${mark}${word.slice(2)}${mark}`),
];

/** How mail programs copy an address, and how keyboards and pages write one. */
export const writtenAddresses = [
  ['mailto:ann@example.com', 'ann@example.com'],
  ['Ann Example <ann@example.com>', 'ann@example.com'],
  ['"Example, Ann" <MAILTO:Ann@example.com>', 'Ann@example.com'],
  ['< ann@example.com >', 'ann@example.com'],
  ['mailto: ann@example.com', 'ann@example.com'],
  ['mailto:ann@example.com?subject=To%20you', 'ann@example.com'],
  ['Ann <mailto:ann%2Bcards@b%C3%BCcher.example>', 'ann+cards@xn--bcher-kva.example'],
  ['Example, Ann <ann@example.com>; ', 'ann@example.com'],
  ["'ann@example.com' <ann@example.com>", 'ann@example.com'],
  ['Ann@example.com<mailto:Ann@example.com>', 'Ann@example.com'],
  ['[ann@example.com](mailto:ann@example.com)', 'ann@example.com'],
  ['Ann@Example.com <mailto:ann@example.com>', 'ann@example.com'],
  ['ann@bücher.example <ann@xn--bcher-kva.example>', 'ann@xn--bcher-kva.example'],
  ["'ann@example.com'", 'ann@example.com'],
  ["('ann@example.com').", 'ann@example.com'],
  ['__ann@example.com__', 'ann@example.com'],
  ['|ann@example.com|', 'ann@example.com'],
  ['{ann@example.com}', 'ann@example.com'],
  ["'_ann@example.com'", '_ann@example.com'],
  ['(“ann@example.com”).', 'ann@example.com'],
  ['ann@bücher.example」、', 'ann@xn--bcher-kva.example'],
  ['アン＜ann＠example．com＞', 'ann@example.com'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann@BÜCHER。example', 'ann@xn--bcher-kva.example'],
  ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
  ['\u212aim@example.com', 'Kim@example.com'],
  ['ann@my\u2011club.example', 'ann@my-club.example'],
  ['‘ann.o’brien@example.com’', "ann.o'brien@example.com"],
] as const;
