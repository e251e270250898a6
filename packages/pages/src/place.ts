import { type Markup, markup } from '@namecard/look';
import { findTowns, nearestTown } from '@namecard/router';
import { type Posted, textOf } from './posted.ts';
import type { Profile } from './api.ts';
import type { Texts } from './texts/texts.ts';
import { typedPlace } from './typed.ts';

type Location = NonNullable<Profile['location']>;

/** What the form shows: the town if the location is exactly there, else the numbers. */
export function storedPlace(location: Location | null, texts: Texts): string {
  if (location === null) return '';
  const { latitude, longitude } = location;
  const town = nearestTown(location, 0);
  return town?.latitude === latitude && town.longitude === longitude
    ? texts.card.town(town)
    : `${latitude}, ${longitude}`;
}

const keyOf = ({ latitude, longitude }: Location): string => `${latitude},${longitude}`;

/** The towns of one name, for a choice. Those of one country also have their region. */
export function townChoices(
  text: string,
  texts: Texts,
): Readonly<Record<string, string>> {
  const towns = findTowns(text);
  const labels = towns.map((town) => {
    const isAlone = towns.every((one) => one === town || one.country !== town.country);
    const { region, latitude, longitude } = town;
    const where = region || texts.card.position(latitude, longitude);
    return [keyOf(town), texts.card.town(town) + (isAlone ? '' : ` (${where})`)] as const;
  });
  return Object.fromEntries(labels);
}

/** The place that a member meant; null for none. Or why it is not clear. */
export function placeIn(
  posted: Posted,
  texts: Texts,
): { location: Location | null } | { wrong: string } {
  const text = textOf(posted, 'place');
  const numbers = typedPlace(text);
  if (numbers === null) return { location: null };
  const { latitude, longitude } = numbers;
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) {
    return { location: numbers };
  }
  const towns = findTowns(text);
  const [first] = towns;
  if (first === undefined) return { wrong: texts.problems.fields.place };
  const chosen = textOf(posted, 'town');
  const town = towns.length === 1 ? first : towns.find((one) => keyOf(one) === chosen);
  if (town === undefined) return { wrong: texts.card.several };
  return { location: { latitude: town.latitude, longitude: town.longitude } };
}

const mapOf = ({ latitude, longitude }: Location): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=10/${latitude}/${longitude}`;

/**
 * The nearest town, with a link to a map of the town.
 * @param precision the degrees to which the location is rounded
 */
export function placeMarkup(location: Location, precision: number, texts: Texts): Markup {
  const town = nearestTown(location, precision);
  const text = town
    ? texts.card.town(town)
    : texts.card.position(location.latitude, location.longitude);
  return markup`<p class="place"><a href="${mapOf(town ?? location)}" rel="noreferrer">${text}</a></p>`;
}
