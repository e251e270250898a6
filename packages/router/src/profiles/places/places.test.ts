import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findTowns } from './find-towns.ts';
import { nearestTown } from './nearest-town.ts';

const first = (text: string) => {
  const [town] = findTowns(text);
  return town && `${town.name}, ${town.country}`;
};

describe('a town as people write it', () => {
  it.each([
    ['Zürich', 'Zürich, CH'],
    ['zurich', 'Zürich, CH'],
    ['København', 'Copenhagen, DK'],
    ['kobenhavn', 'Copenhagen, DK'],
    ['München', 'Munich, DE'],
    ['Muenchen', 'Munich, DE'],
    ['Köln', 'Köln, DE'],
    ['Malmö', 'Malmö, SE'],
    ['Москва', 'Moscow, RU'],
    ['東京', 'Tokyo, JP'],
    ['paris', 'Paris, FR'],
    ['Paris, Frankreich', 'Paris, FR'],
    ['st gallen', 'Sankt Gallen, CH'],
    ['Łódź', 'Łódź, PL'],
    ['São Paulo', 'São Paulo, BR'],
    ['Αθήνα', 'Athens, GR'],
    ['Wien, Österreich', 'Vienna, AT'],
    ['Den Haag', 'The Hague, NL'],
    ['Washington, D.C.', 'Washington, US'],
    ['Koeln', 'Köln, DE'],
    ['Moskva', 'Moscow, RU'],
    ['st etienne', 'Saint-Étienne, FR'],
    ['NYC', 'New York City, US'],
    ['frankfurt/main', 'Frankfurt am Main, DE'],
    ['Bozen/Südtirol', 'Bolzano, IT'],
    ['Wien，Nirgendwo', 'Vienna, AT'],
    ['Frankfurt a. M.', 'Frankfurt am Main, DE'],
    ['Milano (MI)', 'Milan, IT'],
    ['İstanbul', 'Istanbul, TR'],
    ['8001 Zürich', 'Zürich, CH'],
    ['Paris 11e', 'Paris, FR'],
    ['berlin germany', 'Berlin, DE'],
    ['Paris TX', 'Paris, US'],
    ['Aarhus C', 'Århus, DK'],
    ['Basel-Stadt', 'Basel, CH'],
    ['Kreuzberg Berlin', 'Kreuzberg, DE'],
    ['Zürich-Oerlikon', 'Zürich, CH'],
    ['Wien Mitte', 'Vienna, AT'],
    ['Köln-Ehrenfeld', 'Köln, DE'],
    ['Schwabing München', 'Munich, DE'],
    ['Montmartre', 'Paris, FR'],
    ['Montmartre Paris', 'Paris, FR'],
    ['Nuova York', 'New York City, US'],
    ['LODZ', 'Łódź, PL'],
    ['Diyarbakır', 'Diyarbakır, TR'],
    ['ıstanbul', 'Istanbul, TR'],
    ['near New York', 'New York City, US'],
    ['in der Nähe von Graz', 'Graz, AT'],
    ['près de Lyon', 'Lyon, FR'],
    ['cerca de Madrid', 'Madrid, ES'],
    ['D.C.', 'Washington, US'],
    ['Mtl', 'Montréal, CA'],
    ['Ffm', 'Frankfurt am Main, DE'],
    ['St-Denis, France', 'Saint-Denis, FR'],
    ['Ft. Worth', 'Fort Worth, US'],
    ['Porto', 'Porto, PT'],
    ['Panama City', 'Panamá, PA'],
    ['Luxembourg City', 'Luxembourg, LU'],
    ['Odessa', 'Odesa, UA'],
    ['León', 'León de los Aldama, MX'],
    ['St. Charles', 'Saint Charles, US'],
    ['Mexico', 'Mexico City, MX'],
    ['Weiden i.d.OPf.', 'Weiden, DE'],
    ['كراتشى', 'Karachi, PK'],
    ['al-Qāhira', 'Cairo, EG'],
    ['San Sebastián', 'Donostia / San Sebastián, ES'],
    ['Los Angelos', undefined],
    ['Aix-en-Provnce', undefined],
    ['Baden-Badn', undefined],
    ['Paris London', undefined],
    ['Springfield, IL, USA', 'Springfield, US'],
    ['La Villa Real de Santa Fe de San Francisco', 'Santa Fe, US'],
    ['La Villa Real de Santa Fe de San Francisco US', undefined],
    ['Londom', undefined],
    ['San Francsico', undefined],
    [`Paris${' FR'.repeat(60_000)}`, undefined],
  ])('%s is %s', (text, town) => {
    expect(first(text)).toBe(town);
  });
});

it.each([
  ['Paris Texas', 'Paris, TX'],
  ['Paris, Texas, USA', 'Paris, TX'],
  ['Springfield Illinois', 'Springfield, IL'],
  ['San Jose Kalifornien', 'San Jose, CA'],
  ['San José, Californie', 'San Jose, CA'],
  ['Vancouver, State of Washington', 'Vancouver, WA'],
  ['Vancouver BC', 'Vancouver, '],
  ['München Bayern', 'Munich, '],
  ['Milano Lombardia', 'Milan, '],
  ['Perth Western Australia', 'Perth, '],
  ['Frankfurt Brandenburg', 'Frankfurt (Oder), '],
])('%s is one town', (text, town) => {
  expect(findTowns(text).map(({ name, region }) => `${name}, ${region}`)).toEqual([town]);
});

it('asks for a region with a slip, with the towns there first', () => {
  for (const text of ['Paris Texs', 'Paris, Tezas', 'Paris Txeas', 'Paris Texass']) {
    const [town, ...others] = findTowns(text);
    expect([text, town?.region, others.length]).toEqual([text, 'TX', 6]);
  }
});

it('asks which town only if people may mean either', () => {
  expect(findTowns('Basel')).toHaveLength(1);
  expect(findTowns('paris').length).toBeGreaterThan(2);
  expect(findTowns('Bienne').map(({ country }) => country)).toEqual(['AT', 'CH']);
});

const named = readFileSync(new URL('town-names.txt', import.meta.url), 'utf8');

it('readers of each language find a town by the name that they are shown', () => {
  const missed = named
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, country = '', others = ''] = /^(\S+) .*: (.*)$/.exec(line) ?? [];
      return others.split(', ').filter((name, index) => {
        const isFound = (text: string) =>
          findTowns(text).some(({ names }) => Object.values(names)[index] === name);
        // The name alone costs one search of all names, not four.
        return !isFound(name) && !isFound(`${name}, ${country}`);
      });
    });
  expect(named.split('\n').length).toBeGreaterThan(150);
  expect(missed).toEqual([]);
});

it('a rounded location has the largest town that is rounded to the same', () => {
  expect(nearestTown({ latitude: 47.4, longitude: 8.5 }, 0.1)?.name).toBe('Zürich');
  expect(nearestTown({ latitude: 0, longitude: -30 }, 0)).toBeUndefined();
});
