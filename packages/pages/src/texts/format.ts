import { dateIn, inUtc, type Language, localeOf } from '@namecard/look';
import type { Town } from '@namecard/router';

const msPerMinute = 60_000;
const msPerHour = 60 * msPerMinute;
const msPerDay = 24 * msPerHour;

function unitOf(ms: number): ['minute' | 'hour' | 'day', number] {
  if (ms < msPerHour) return ['minute', msPerMinute];
  return ms < 2 * msPerDay ? ['hour', msPerHour] : ['day', msPerDay];
}

export const formatsOf = (language: Language) => {
  const locale = localeOf(language);
  const day = inUtc(language, { day: 'numeric', month: 'long' });
  const dayAndYear = dateIn(language);
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const all = new Intl.ListFormat(locale, { type: 'conjunction' });
  return {
    list: (parts: readonly string[]) => all.format(parts),
    /** Such as `Wien, Österreich`. */
    town: ({ name, names, country }: Pick<Town, 'name' | 'names' | 'country'>) =>
      `${names[language] ?? name}, ${regions.of(country) ?? country}`,
    /** Such as "26 November". The zone of the reader is unknown, so it has no time. */
    day: (instant: string) => {
      const isNear = Math.abs(Date.parse(instant) - Date.now()) < 300 * msPerDay;
      return (isNear ? day : dayAndYear)(instant);
    },
    /** Such as "in 6 days", "2 hours ago" or "now". */
    away: (instant: string) => {
      const ms = new Date(instant).getTime() - Date.now();
      const [unit, length] = unitOf(Math.abs(ms));
      const count = Math.round(ms / length);
      return count === 0 ? distance.format(0, 'second') : distance.format(count, unit);
    },
    /** For example `37.8° S, 144.9° E`. */
    place: (
      latitude: number,
      longitude: number,
      [north, south, east, west]: readonly [string, string, string, string],
    ) => {
      const written = (value: number, side: string) =>
        `${degrees.format(Math.abs(value))}° ${side}`;
      const first = written(latitude, latitude < 0 ? south : north);
      return `${first}, ${written(longitude, longitude < 0 ? west : east)}`;
    },
  };
};

/** Rounds up to minutes, or to hours from one hour on. */
export function waitOf(seconds: number): { unit: 'minute' | 'hour'; count: number } {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes < 60
    ? { unit: 'minute', count: minutes }
    : { unit: 'hour', count: Math.ceil(minutes / 60) };
}
