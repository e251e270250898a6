import { casesIn, lookUp } from './targets.ts';
import type { Measurement } from './measure.ts';
import type { Options } from './options.ts';
import { spreadOf } from './statistics.ts';

const colours: Record<Measurement['side'], string> = {
  service: '#2563eb',
  itself: '#93c5fd',
  'hand-written': '#64748b',
  pipelined: '#334155',
  plugin: '#f59e0b',
  'better-auth': '#16a34a',
  pgbench: '#cbd5e1',
};

const bar = { height: 12, gap: 2 };
const left = 210;
const width = 860;
const longest = width - left - 90;

const text = (x: number, y: number, content: string, attributes = '') =>
  `<text x="${x}" y="${y}" ${attributes}>${content}</text>`;

type Group = { title: string; bars: { side: Measurement['side']; rate: number }[] };

const sidesOf = ({ peers }: Options) => ['service', ...peers] as const;

function groupsOf(measurements: Measurement[], options: Options): Group[] {
  const find = lookUp(measurements);
  return casesIn(measurements)
    .filter(({ rate }) => rate === 'full')
    .map((one) => ({
      title: `${one.workload}, ${one.size.toLocaleString('en')}, ${one.callers}`,
      bars: sidesOf(options).flatMap((side) => {
        const found = find(one, side);
        const rate = spreadOf(found.map(({ perSecond }) => perSecond)).median;
        return found.length > 0 ? [{ side, rate }] : [];
      }),
    }));
}

/** One workload at one size: a bar for each side, as long as it is fast beside the fastest. */
function drawGroup({ title, bars }: Group, top: number): string {
  const most = Math.max(...bars.map(({ rate }) => rate));
  const drawn = bars.map(({ side, rate }, index) => {
    const y = top + index * (bar.height + bar.gap);
    const length = Math.max(1, (rate / most) * longest);
    const label = text(left + length + 6, y + bar.height - 2, `${rate.toFixed(0)}/s`);
    return `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="${bar.height}" fill="${colours[side]}"/>${label}`;
  });
  return [text(left - 10, top + bar.height - 2, title, 'text-anchor="end"'), ...drawn].join('\n');
}

function legend(options: Options): string {
  const entries = sidesOf(options).map(
    (side, index) =>
      `<rect x="${left + index * 120}" y="14" width="12" height="12" fill="${colours[side]}"/>${text(left + 18 + index * 120, 24, side)}`,
  );
  return entries.join('\n');
}

/** Requests a second of every side, workload by workload, as SVG. */
export function plot(measurements: Measurement[], options: Options): string {
  const drawn: string[] = [];
  let top = 44;
  for (const group of groupsOf(measurements, options)) {
    drawn.push(drawGroup(group, top));
    top += group.bars.length * (bar.height + bar.gap) + 14;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" font-family="sans-serif" font-size="11">
<title>Requests a second, by workload, number of profiles and callers</title>
<rect width="${width}" height="${top}" fill="white"/>
${legend(options)}
${drawn.join('\n')}
</svg>
`;
}
