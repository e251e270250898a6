import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { checkTargets, lookUp, type Ratio } from './targets.ts';
import type { Measurement } from './measure.ts';
import type { Options } from './options.ts';
import { plot } from './plot.ts';
import type { Results } from './rounds.ts';
import { spreadOf } from './statistics.ts';

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function median(found: Measurement[], key: 'median' | 'p99' | 'cpu' | 'memory', digits: number) {
  const values = found.flatMap((one) => one[key] ?? []);
  return values.length === 0 ? '–' : spreadOf(values).median.toFixed(digits);
}

function figureRows(measurements: Measurement[], { sizes, workloads, sides }: Options) {
  const find = lookUp(measurements);
  return sizes.flatMap((size) =>
    workloads.flatMap((workload) =>
      sides.flatMap((side) => {
        const found = find(size, workload, side);
        if (found.length === 0) {
          return [];
        }
        const rate = spreadOf(found.map(({ perSecond }) => perSecond));
        const spread = `${rate.median.toFixed(0)} (${rate.lowest.toFixed(0)}–${rate.highest.toFixed(0)})`;
        const latency = [median(found, 'median', 2), median(found, 'p99', 2)];
        const usage = [median(found, 'cpu', 0), median(found, 'memory', 0)];
        return [[String(size), workload, side, spread, ...latency, ...usage]];
      }),
    ),
  );
}

function ratioRow({ what, spread, target = '', kept }: Ratio): string[] {
  const { median: middle, lowest, highest } = spread;
  const verdict = kept === undefined ? '' : kept ? 'yes' : 'no';
  const range = `${lowest.toFixed(2)}–${highest.toFixed(2)}`;
  return [what, middle.toFixed(2), range, target, verdict];
}

function statementTable({ statements }: Results): string {
  const head = [
    'sign-in of a new user',
    'statements',
    'commits',
    'of these for delivering the mail',
  ];
  const rows = statements.map((one) => [
    one.side,
    one.statements.toFixed(1),
    one.transactions.toFixed(1),
    `${one.deliveryStatements.toFixed(1)} and ${one.deliveryTransactions.toFixed(1)}`,
  ]);
  return table(head, rows);
}

function conditions({ rounds, seconds, connections, 'sign-ins': signIns }: Options): string {
  const [first, ...others] = cpus();
  return `${others.length + 1} × ${first?.model ?? 'unknown processor'}, Node ${process.versions.node}; ${rounds} rounds of ${seconds} s (sign-in: ${signIns} new users) in alternation over ${connections} connections; client, server and database on the same machine; limits off; fsync on.`;
}

/** The tables that a run is told by, in Markdown. */
export function tables(results: Results, options: Options): string {
  const head = ['profiles', 'workload', 'side', 'per second', 'p50 ms', 'p99 ms'];
  const ratios = checkTargets(results.measurements, options);
  const busy = spreadOf(results.measurements.map((one) => one.busy));
  return [
    conditions(options),
    `Load average during the run ${busy.lowest.toFixed(1)} to ${busy.highest.toFixed(1)}.`,
    table(['ratio', 'median', 'range', 'target', 'kept'], ratios.map(ratioRow)),
    ...(results.statements.length > 0 ? [statementTable(results)] : []),
    table([...head, 'CPU µs', 'MB'], figureRows(results.measurements, options)),
  ].join('\n\n');
}

/** Prints the tables, and writes them, the figures behind them and a plot. */
export async function report(results: Results, options: Options): Promise<void> {
  const text = tables(results, options);
  console.log(`\n${text}`);
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'performance.md'), `# Performance\n\n${text}\n`);
  const figures = { at: new Date().toISOString(), options, ...results };
  await writeFile(join(options.out, 'performance.json'), `${JSON.stringify(figures, null, 2)}\n`);
  await writeFile(join(options.out, 'performance.svg'), plot(results.measurements, options));
}
