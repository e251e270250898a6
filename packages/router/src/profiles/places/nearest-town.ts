import { type Town, townOf, towns, unit } from './towns.ts';

/** In degrees of latitude: 100 km. Farther places have no town. */
const farthest = 0.9;

type Location = { latitude: number; longitude: number };

/** Of two longitudes, on the shorter way. */
function between(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, 360 * unit - apart);
}

/** The first town that is not south of this latitude. */
function firstFrom(latitudes: Int32Array, latitude: number): number {
  let [low, high] = [0, latitudes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((latitudes[middle] ?? 0) < latitude) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The town that stands for a location. If the location is rounded, it is the largest
 * town of all that would be rounded to the same, so it tells no more than the numbers.
 * Otherwise it is the nearest.
 * @param precision the degrees to which the location is rounded; 0 is exact
 */
export function nearestTown(location: Location, precision: number): Town | undefined {
  // A town can’t stand for more than 100 km.
  if (precision > 1) return undefined;
  const all = towns();
  const [latitude, longitude] = [location.latitude * unit, location.longitude * unit];
  const width = Math.cos((location.latitude * Math.PI) / 180);
  // A little more, since products of degrees are not exact.
  const half = (precision / 2) * unit + 0.001;
  let inCell: Town | undefined;
  let nearest: { town: Town; distance: number } | undefined;
  let bound = farthest * unit;
  const first = firstFrom(all.latitudes, latitude - bound);
  for (let index = first; index < all.latitudes.length; index += 1) {
    const north = (all.latitudes[index] ?? 0) - latitude;
    if (north > farthest * unit) break;
    const east = between(all.longitudes[index] ?? 0, longitude);
    const isInCell = Math.abs(north) <= half && east <= half;
    const distance = Math.hypot(north, east * width);
    if (!isInCell && distance >= bound) continue;
    const town = townOf(all, all.starts[index] ?? 0);
    if (isInCell && (precision === 0 || !town.isSection)) {
      if (!inCell || town.population > inCell.population) inCell = town;
    }
    if (!town.isSection && distance < bound) {
      bound = distance;
      nearest = { town, distance };
    }
  }
  return inCell ?? nearest?.town;
}
