import { geoEqualEarth, geoGraticule10, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { feature } from 'topojson-client';
import land from 'world-atlas/land-110m.json';

const size = { width: 640, height: 312 } as const;

/** The whole world fits into the picture. */
const projection = geoEqualEarth().fitSize([size.width, size.height], { type: 'Sphere' });

const draw = geoPath(projection);

export type MapProps = {
  /** Degrees; north and east are positive. */
  latitude: number;
  longitude: number;
  label: string;
};

/**
 * A point on a world map. No map service is used, so none learns whose profile is
 * shown.
 */
export function WorldMap({ latitude, longitude, label }: MapProps) {
  const paths = useMemo(
    () => ({
      land: draw(feature(land, land.objects.land)) ?? '',
      lines: draw(geoGraticule10()) ?? '',
      sphere: draw({ type: 'Sphere' }) ?? '',
    }),
    [],
  );
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size.width} ${size.height}`}
      className="block h-auto w-full"
    >
      <path d={paths.sphere} className="fill-sunken" />
      <path d={paths.lines} className="fill-none stroke-line" strokeWidth={0.75} />
      <path d={paths.land} className="fill-line" />
      <circle cx={x} cy={y} r={22} className="fill-accent opacity-20" />
      <circle
        cx={x}
        cy={y}
        r={8}
        className="fill-accent stroke-surface"
        strokeWidth={3}
      />
    </svg>
  );
}
