import { lazy, Suspense, type ComponentType } from 'react';
import type { MapProps } from '../../components/map.tsx';
import type { Profile } from './profile.ts';

/**
 * The shapes of the continents are larger than the rest of the page, so they load
 * later. The degrees are enough without them.
 */
const WorldMap = lazy((): Promise<{ default: ComponentType<MapProps> }> =>
  import('../../components/map.tsx').then(
    (map) => ({ default: map.WorldMap }),
    () => ({ default: () => null }),
  ),
);

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
        <Suspense>
          <WorldMap
            latitude={latitude}
            longitude={longitude}
            label={`Map of the world with a point at ${position}`}
          />
        </Suspense>
      </div>
    </>
  );
}
