import { languages } from '@namecard/db/languages';
import { regionKey, type Town, townKey, townOf, towns } from './towns.ts';

/** Of one name. The largest ones are enough to choose from. */
const mostTowns = 12;

/** A longer text is no name. */
const longestText = 100;

/** Of a name before its country. Each word costs a search of all names, of 1 ms. */
const mostWords = 6;

/**
 * A town that is so many times larger hides those that only GeoNames calls so. Those come
 * after the town of that name, unless they are so many times larger.
 */
const muchLarger = 20;

const styles = ['long', 'short'] as const;

const countries = languages.flatMap((language) =>
  styles.map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
);

/** Codes and names, in our languages: of the country, of the region, of both together. */
function wheresOf({ country, region, regionNames }: Town): string[] {
  const called = [country, ...countries.map((names) => names.of(country) ?? '')];
  const parts = ['', townKey(region), ...regionNames];
  return ['', ...called.map(townKey)].flatMap((name) =>
    parts.map((part) => `${part} ${name}`.trim()),
  );
}

/** Whether a text says in which country or region a town is. */
const isWhere = (text: string, town: Town): boolean => {
  const key = regionKey(text);
  return key !== '' && wheresOf(town).some((where) => where === text || where === key);
};

/** Whether a text lacks one letter, or has one too many, another one, or two swapped. */
function isMistyped(text: string, wanted: string): boolean {
  let [begin, left, right] = [0, text.length, wanted.length];
  while (begin < left && text[begin] === wanted[begin]) begin += 1;
  while (left > begin && right > begin && text[left - 1] === wanted[right - 1]) {
    left -= 1;
    right -= 1;
  }
  const [typed, meant] = [text.slice(begin, left), wanted.slice(begin, right)];
  const isSwapped = typed.length === 2 && typed === meant.slice(1) + meant.slice(0, 1);
  return isSwapped || (typed.length < 2 && meant.length < 2);
}

/** Whether a text says where a town is, with a slip. Short ones are rather other names. */
const isRoughlyWhere = (text: string, town: Town): boolean =>
  text.length > 3 && wheresOf(town).some((where) => isMistyped(text, where));

/**
 * Whether readers are shown the town by this name, in one of our languages. `Biel/Bienne`
 * shows two. English sets a town apart from its country or state by a word: `Panama City`.
 */
function isShownAs(key: string, { name, names }: Town): boolean {
  const keys = new Set([key, key.replace(/ city$/, '')]);
  const shown = [name, ...name.split('/'), ...Object.values(names)];
  return shown.some((one) => keys.has(townKey(one)));
}

/** What people write short, as in `St. Pölten`, or in two ways, as in `al-Qahira`. */
const otherForms = [
  [/(?<!\S)st(?!\S)/g, 'saint'],
  [/(?<!\S)st(?!\S)/g, 'sankt'],
  [/(?<!\S)ste(?!\S)/g, 'sainte'],
  [/(?<!\S)ft(?!\S)/g, 'fort'],
  [/(?<!\S)mt(?!\S)/g, 'mount'],
  [/(?<!\S)al(?!\S)/g, 'el'],
  [/(?<!\S)el(?!\S)/g, 'al'],
] as const;

function townsCalled(name: string): Town[] {
  const written = townKey(name);
  if (written === '') return [];
  const spelled = otherForms.map(([form, other]) => written.replaceAll(form, other));
  const keys = [...new Set([written, ...spelled])];
  const all = towns();
  const found = new Map<number, Town>();
  for (const needle of keys.map((key) => Buffer.from(`|${key}|`))) {
    for (let at = all.lines.indexOf(needle); at >= 0;) {
      const town = townOf(all, at);
      found.set(town.start, town);
      at = all.lines.indexOf(needle, at + needle.length - 1);
    }
  }
  const weighed = [...found.values()].map((town) => {
    const isOwnName = keys.some((key) => isShownAs(key, town));
    return { town, weight: town.population * (isOwnName ? muchLarger : 1), isOwnName };
  });
  const people = Math.max(...weighed.map(({ town }) => town.population));
  // Nobody means Bazel by `Basel`, nor Bordeaux by `Porto`, though a source calls it so.
  return weighed
    .filter(({ town, isOwnName }) => isOwnName || town.population * muchLarger >= people)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ town }) => town);
}

/**
 * Digits, as in `8001 Zürich`, `near` in our languages, and ends such as those of
 * `Frankfurt a. M.`, `Aarhus C`.
 */
const besideName =
  /\S*\d\S*|^\s*(?:near|nahe|bei|(?:in der )?nähe(?: von)?|pr[eè]s de|cerca de)\s|(?<=\s)(?:(?:\p{L}{1,3}\.\s*)+|\p{L}\s*)$|(?<=[\s-])(?:stadt|city|zentrum|centre|centro)\s*$/giu;

/** Between a town and its quarter, in degrees: about 20 km. */
const near = 0.2;

/** Of two names of one town, the second may be a mistake. */
const isNear = (one: Town, other: Town): boolean =>
  one.name !== other.name &&
  Math.hypot(one.latitude - other.latitude, one.longitude - other.longitude) < near;

/**
 * The towns that the first words name, in the country or region that the others name, or
 * in or near the town of that name: `Montmartre Paris`, `Kreuzberg Berlin`.
 */
function townsIn(text: string): Town[] {
  const words = townKey(text).split(' ');
  for (let end = Math.min(words.length, mostWords); end > 0; end -= 1) {
    const where = words.slice(end).join(' ');
    const called = townsCalled(words.slice(0, end).join(' '));
    const found = where === '' ? called : called.filter((town) => isWhere(where, town));
    if (found.length > 0) return found;
    const others = called.length > 0 ? townsCalled(where) : [];
    const beside = called.filter(
      (town) => isShownAs(where, town) || others.some((other) => isNear(town, other)),
    );
    if (beside.length > 0) return beside;
  }
  return [];
}

/** The same with a slip in the country or region. The others may be meant as well. */
function townsRoughlyIn(text: string): Town[] {
  const words = townKey(text).split(' ');
  for (let end = Math.min(words.length - 1, mostWords); end > 0; end -= 1) {
    const where = words.slice(end).join(' ');
    const called = townsCalled(words.slice(0, end).join(' '));
    const there = called.filter((town) => isRoughlyWhere(where, town));
    if (there.length > 0) return [...new Set([...there, ...called])];
  }
  return [];
}

/**
 * In thousands of people. Smaller towns are rather a part of a mistyped name:
 * `Aix-en-Provnce`.
 */
const largeTown = 500;

/** A large town with a district that is no town: `Wien Mitte`, `Schwabing München`. */
function townsBesideDistrict(text: string): Town[] {
  const words = townKey(text).split(' ');
  if (words.length !== 2) return [];
  const large = words
    .map((word) => townsCalled(word).filter((town) => isShownAs(word, town)))
    .filter(([town]) => town !== undefined && town.population >= largeTown);
  return large.length === 1 ? large.flat() : [];
}

/**
 * The towns that a person may mean, the likeliest first: `zurich`, `Paris France`, `Paris,
 * TX`, `75011 Paris`. What follows a comma, slash or bracket is ignored if it names no
 * country.
 */
export function findTowns(text: string): Town[] {
  if (text.length > longestText) return [];
  const plain = text.replaceAll(besideName, ' ');
  const [beforeComma = ''] = plain.split(/[,，،、/(]/u);
  for (const find of [
    () => townsCalled(text),
    () => townsIn(plain),
    () => townsRoughlyIn(plain),
    () => townsCalled(beforeComma),
    () => townsBesideDistrict(plain),
  ]) {
    const found = find();
    if (found.length > 0) return found.slice(0, mostTowns);
  }
  return [];
}
