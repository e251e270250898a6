import { fileSettingOf, type Source } from './given.ts';
import { settings } from './schema.ts';

const known = settings.flatMap(({ name, secret }) =>
  secret ? [name, fileSettingOf(name)] : [name],
);

/** Prefixes that no other program uses. */
const ours = /^(LIMIT|POSTMARK)_/;

/** The edit distance of two texts: characters added, removed or replaced. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let index = 0; index < one.length; index += 1) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const exchanged = (row[column - 1] ?? 0) + Number(one[index] !== other[column - 1]);
      next.push(Math.min(exchanged, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Short names allow one change: `HOME` is only two characters from `HOST`. */
const tolerance = (name: string) => (name.length < 8 ? 1 : 2);

const meantBy = (name: string): string | undefined =>
  known
    .map((candidate) => ({ candidate, far: distance(name, candidate) }))
    .filter(({ candidate, far }) => far <= tolerance(candidate))
    .toSorted((one, other) => one.far - other.far)[0]?.candidate;

/** Names like misspelt settings, each with the likely setting. */
export const misspelt = (source: Source = process.env): string[] =>
  Object.keys(source)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name);
      if (meant !== undefined) return [`${name} (${meant}?)`];
      // Only secrets may be in files.
      if (ours.test(name) || known.includes(name.replace(/_FILE$/, ''))) return [name];
      return [];
    });
