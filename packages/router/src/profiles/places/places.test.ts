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
    ['Londom', undefined],
  ])('%s is %s', (text, town) => {
    expect(first(text)).toBe(town);
  });
});

it('a rounded location has the largest town that is rounded to the same', () => {
  expect(nearestTown({ latitude: 47.4, longitude: 8.5 }, 0.1)?.name).toBe('Zürich');
  expect(nearestTown({ latitude: 0, longitude: -30 }, 0)).toBeUndefined();
});
