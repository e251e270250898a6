import { lazily } from '../../components/lazily.tsx';
import type { Profile } from './profile.ts';

/**
 * The shapes of the continents are larger than the rest of the page, so they load
 * later.
 */
const WorldMap = lazily(async () => (await import('../../components/map.tsx')).WorldMap);

const decimals = 4;

const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? negative : positive}`;

/** A profile's location on a map, and in degrees. */
export function LocationMap({
  location,
}: {
  location: NonNullable<Profile['location']>;
}) {
  const { latitude, longitude } = location;
  const position = `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`;
  return (
    <>
      <p className="tabular-nums">{position}</p>
      <div className="mt-2 aspect-640/312 max-w-sm overflow-hidden rounded-md">
        <WorldMap
          latitude={latitude}
          longitude={longitude}
          label={`Map of the world with a point at ${position}`}
        />
      </div>
    </>
  );
}
