/**
 * Alphabets with similar letters. Others, such as Japanese, often appear beside
 * Latin letters.
 */
const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

const mixesScripts = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).some(
    (word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1,
  );

/** Marks, embeddings, overrides and isolates. */
const directionControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Zero-width spaces, soft hyphens, fillers, and tags outside of flags. */
const invisible =
  /\u034f|[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0]|(?<!\u{1f3f4}[\u{e0000}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/u;

/**
 * Joiners shape Arabic and Indic letters and emoji. Beside these letters they
 * have no visible effect.
 */
const idleJoiner =
  /(?<=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}])[\u200c\u200d]|[\u200c\u200d](?=[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{N}])/u;

const deceptions = [
  { name: 'Mixed scripts', isIn: mixesScripts },
  { name: 'Reversed text', isIn: (text: string) => directionControl.test(text) },
  {
    name: 'Invisible characters',
    isIn: (text: string) => invisible.test(text) || idleJoiner.test(text),
  },
] as const;

/**
 * Parts of these texts that may deceive a reader. They can be honest, such as
 * "kΩ".
 */
export const deceptionsIn = (texts: readonly string[]): string[] =>
  deceptions.flatMap(({ name, isIn }) => (texts.some(isIn) ? [name] : []));
