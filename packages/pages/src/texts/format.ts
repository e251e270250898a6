export const formatsOf = (locale: string) => {
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const degrees = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  return {
    /** @param instant in ISO 8601 */
    moment: (instant: string) => `${moment.format(new Date(instant))} UTC`,
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
