import { cpus, loadavg } from 'node:os';
import { percentile } from '@namecard/testing';
import { comparisonsOf, type Comparison } from './targets.ts';
import type { LoadName, Measurement, Plan } from './pairs.ts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const table = (head: readonly string[], rows: readonly string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function comparisonRow(comparison: Comparison): string[] {
  const { scenario, load, beside, what, pairs, interval, verdict } = comparison;
  const { middle, low, high } = interval;
  const told = `${middle.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  return [scenario.name, load, beside, what, told, String(pairs), verdict];
}

const comparisonHead = [
  'scenario',
  'load',
  'beside',
  'of',
  'median (95 %)',
  'pairs',
  'target',
];

const figureHead = [
  'scenario',
  'load',
  'side',
  'per second',
  'p50 ms',
  'p99 ms',
  'CPU µs, Node + PostgreSQL',
];

const loads: readonly LoadName[] = ['full', 'half', 'one caller'];

/** Medians of each side. */
function figureRows(measurements: readonly Measurement[]): string[][] {
  const groups = Map.groupBy(
    measurements,
    ({ scenario, load, side }) => `${scenario.name}|${load}|${side}`,
  );
  const ordered = [...groups.values()].toSorted(([one], [other]) => {
    const at = (each: Measurement | undefined) => loads.indexOf(each?.load ?? 'full');
    return one?.scenario === other?.scenario ? at(one) - at(other) : 0;
  });
  return ordered.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const median = (
      of: 'perSecond' | 'median' | 'p99' | 'node' | 'postgres',
      digits: number,
    ) =>
      percentile(
        group.map((one) => one[of]),
        0.5,
      ).toFixed(digits);
    const cpu = `${median('node', 0)} + ${median('postgres', 0)}`;
    const latency = [median('median', 2), median('p99', 2)];
    const rate = median('perSecond', 0);
    return [[first.scenario.name, first.load, first.side, rate, ...latency, cpu]];
  });
}

/** All results so far, in Markdown. */
export function tables(measurements: readonly Measurement[], plan: Plan): string {
  const [first, ...others] = cpus();
  const busy = (loadavg()[0] ?? Number.NaN).toFixed(1);
  return [
    `${others.length + 1} × ${first?.model ?? 'unknown processor'}, Node ${process.versions.node}, ${plan.size} users and profiles; client, servers and database on the same machine, load average ${busy} at the end; limits off, fsync on, mail stays in the process.`,
    table(
      comparisonHead,
      comparisonsOf(measurements, plan.version.name).map(comparisonRow),
    ),
    table(figureHead, figureRows(measurements)),
  ].join('\n\n');
}

const introduction = `# Results

\`npm run bench\` writes this page. [How fast it is](../../../docs/work/performance.md) says what it means.

At \`full\`, 20 callers (2 moderators) each ask again as soon as they are answered. At \`half\`, requests are due at half of the rate of the server beside it, and latency counts from when a request was due. A figure is the median of the pairs, with its 95 % interval. Each pair is measured on processes that are started for it. \`itself\` is this version in another process: it shows the measurement's own error. A target is kept if the interval reaches it.`;

/** The page with its section of this title replaced. */
export function withSection(page: string, title: string, text: string): string {
  const sections = page
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => section.trim())
    .filter((section) => !section.startsWith(`## ${title}\n`));
  return `${[introduction, `## ${title}\n\n${text}`, ...sections].join('\n\n')}\n`;
}
