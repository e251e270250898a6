import { cpus } from 'node:os';
import { loadAverage } from '../performance/usage.ts';
import { spreadOf } from '../performance/statistics.ts';
import { widest, type Comparison, type Cost, type Plan } from './compare.ts';
import { widthOf, type Interval } from './interval.ts';

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const ratio = ({ ratio: middle, low, high }: Interval) =>
  `${middle.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;

const median = (costs: readonly Cost[], of: (cost: Cost) => number) =>
  spreadOf(costs.map(of)).median.toFixed(0);

const cost = (costs: readonly Cost[]) =>
  `${median(costs, ({ node }) => node)} + ${median(costs, ({ postgres }) => postgres)}`;

/** Of the version against itself nothing was promised. */
function verdict({ workload, work, before }: Comparison): string {
  if (before === 'itself') {
    return '';
  }
  const kept = work.high >= workload.target ? 'kept' : 'not kept';
  return `≥ ${workload.target}: ${kept}${widthOf(work) > widest ? ', but too wide' : ''}`;
}

function rowOf(comparison: Comparison): string {
  const { workload, before, pairs, work, rate, costs } = comparison;
  return row([
    workload.name,
    before,
    ratio(work),
    verdict(comparison),
    ratio(rate),
    cost(costs.before),
    cost(costs.after),
    String(pairs),
  ]);
}

const head = [
  'call',
  'before',
  'work for the same CPU, after / before',
  'upper end',
  'rate, after / before',
  'CPU before, µs (Node + PostgreSQL)',
  'CPU after, µs',
  'pairs',
];

/** The whole run as a table in Markdown. */
export function tableOf(comparisons: readonly Comparison[], { size }: Plan): string {
  const [first, ...others] = cpus();
  return [
    `${others.length + 1} × ${first?.model ?? 'unknown processor'}, Node ${process.versions.node}; ${size} users and profiles at the beginning; client, servers and database on the same machine, load average ${loadAverage().toFixed(1)} at the end; limits off; fsync on; mail taken by a stand-in for Postmark.`,
    'Ratios are medians of pairs with their 95 % intervals; each pair is measured on processes started for it; `itself` is this version in another process.',
    [row(head), row(head.map(() => '---')), ...comparisons.map(rowOf)].join('\n'),
  ].join('\n\n');
}
