import { lazy, Suspense } from 'react';
import { Skeleton } from '../../components/skeleton.tsx';
import type { Profile } from './profile.ts';

/** The shapes of the continents are larger than the rest of the page: they come after it. */
const WorldMap = lazy(async () => ({
  default: (await import('../../components/map.tsx')).WorldMap,
}));

const decimals = 4;

const degrees = (value: number, [positive, negative]: readonly [string, string]) =>
  `${Math.abs(value).toFixed(decimals)}° ${value < 0 ? negative : positive}`;

/** Where a profile says it is: on a map, and in degrees. */
export function Place({ location }: Pick<Profile, 'location'>) {
  if (!location) {
    return <p className="text-muted">It doesn’t say where it is.</p>;
  }
  const { latitude, longitude } = location;
  const inDegrees = `${degrees(latitude, ['N', 'S'])}, ${degrees(longitude, ['E', 'W'])}`;
  return (
    <>
      <div className="aspect-640/312 overflow-hidden rounded-lg">
        <Suspense fallback={<Skeleton className="size-full" />}>
          <WorldMap
            latitude={latitude}
            longitude={longitude}
            label={`Map of the world with a point at ${inDegrees}`}
          />
        </Suspense>
      </div>
      <p className="mt-2.5 text-[0.8125rem] text-soft tabular-nums">{inDegrees}</p>
    </>
  );
}
