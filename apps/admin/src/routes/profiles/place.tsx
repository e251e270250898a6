import type { Profile } from './profile.ts';

const decimals = 4;

const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? negative : positive}`;

/** Where a profile is, in degrees. */
export function Place({ location }: Pick<Profile, 'location'>) {
  if (!location) {
    return (
      <span className="text-muted">
        <span aria-hidden>—</span>
        <span className="sr-only">None</span>
      </span>
    );
  }
  return (
    <span className="text-[0.8125rem] leading-4.5 whitespace-nowrap text-soft tabular-nums">
      <span className="block">{degrees(location.latitude, ['N', 'S'])}</span>
      <span className="block">{degrees(location.longitude, ['E', 'W'])}</span>
    </span>
  );
}
