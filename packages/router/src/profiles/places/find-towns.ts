import { type Town, townKey, townOf, towns } from './towns.ts';

/** Of one name. The largest ones are enough to choose from. */
const mostTowns = 12;

const languages = ['en', 'de', 'fr', 'es'] as const;

const styles = ['long', 'short'] as const;

const regions = languages.flatMap((language) =>
  styles.map((style) => new Intl.DisplayNames(language, { type: 'region', style })),
);

/** Whether a text is the code of a country, or its name in one of our languages. */
const isCountry = (text: string, code: string): boolean =>
  [code, ...regions.map((names) => names.of(code))].some(
    (name) => townKey(name ?? '') === townKey(text),
  );

function townsCalled(name: string): Town[] {
  const key = townKey(name);
  if (key === '') return [];
  const all = towns();
  const needle = Buffer.from(`|${key}|`);
  const found: Town[] = [];
  for (let at = all.lines.indexOf(needle); at >= 0;) {
    found.push(townOf(all, at));
    at = all.lines.indexOf(needle, at + needle.length - 1);
  }
  return found.toSorted((one, other) => other.population - one.population);
}

/**
 * The towns that a person may mean, the largest first: `zurich`, `Paris`, `Paris,
 * France`. What follows a comma may name the country. If it does not, it is ignored.
 */
export function findTowns(text: string): Town[] {
  const whole = townsCalled(text);
  const [, name, country] = /^(.*)[,،、,](.*)$/su.exec(text) ?? [];
  if (whole.length > 0 || name === undefined) return whole.slice(0, mostTowns);
  const found = townsCalled(name);
  const there = found.filter((town) => isCountry(country ?? '', town.country));
  return (there.length > 0 ? there : found).slice(0, mostTowns);
}
