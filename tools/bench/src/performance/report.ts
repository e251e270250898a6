import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { casesIn, lookUp, ratiosOf, type Ratio } from './targets.ts';
import type { Case, Measurement } from './measure.ts';
import type { Options } from './options.ts';
import type { Results } from './rounds.ts';
import { spreadOf } from './statistics.ts';

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;

const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

function median(
  found: Measurement[],
  key: 'median' | 'p99' | 'cpu' | 'memory',
  digits: number,
) {
  const values = found.flatMap((one) => one[key] ?? []);
  return values.length === 0 ? '–' : spreadOf(values).median.toFixed(digits);
}

const caseCells = ({ size, workload, callers, rate }: Case) =>
  [size, workload, callers, rate].map(String);

const caseHead = ['profiles', 'workload', 'callers', 'rate'];

function figureRows(measurements: Measurement[], { peers }: Options) {
  const find = lookUp(measurements);
  return casesIn(measurements).flatMap((one) =>
    (['service', ...peers] as const).flatMap((side) => {
      const found = find(one, side);
      if (found.length === 0) {
        return [];
      }
      const rate = spreadOf(found.map(({ perSecond }) => perSecond));
      const spread = `${rate.median.toFixed(0)} (${rate.lowest.toFixed(0)}–${rate.highest.toFixed(0)})`;
      const latency = [median(found, 'median', 2), median(found, 'p99', 2)];
      const usage = [median(found, 'cpu', 0), median(found, 'memory', 0)];
      return [[...caseCells(one), side, spread, ...latency, ...usage]];
    }),
  );
}

function ratioRow({
  peer,
  what,
  interval,
  pairs,
  target,
  verdict,
  ...one
}: Ratio): string[] {
  const { ratio, low, high } = interval;
  const told = `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  return [...caseCells(one), peer, what, told, String(pairs), target, verdict];
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

function conditions({ pairs, seconds, instances, 'sign-ins': signIns }: Options): string {
  const [first, ...others] = cpus();
  return [
    `${others.length + 1} × ${first?.model ?? 'unknown processor'}, Node ${process.versions.node}; client, servers and database on the same machine, each side as ${instances} process${instances === 1 ? '' : 'es'} on a database of its own; limits off; fsync on.`,
    `${pairs} slices of ${seconds} s of each side (sign-in: ${signIns} new users) in alternation. A ratio is the service's figure by the peer's in the slice beside it: the median of the pairs and its 95 % interval. \`itself\` is a second service.`,
    'At the rate `full` each caller asks again once answered. At `half`, requests are due at half of the most that the hand-written peer answered a second, and latency counts from when a request was due.',
  ].join('\n\n');
}

/** The tables that a run is told by, in Markdown. */
export function tables(results: Results, options: Options): string {
  const ratios = ratiosOf(results.measurements, options);
  const busy = spreadOf(results.measurements.map((one) => one.busy));
  const ratioHead = [
    ...caseHead,
    'service beside',
    'of',
    'ratio',
    'pairs',
    'target',
    'verdict',
  ];
  const head = [...caseHead, 'side', 'per second', 'p50 ms', 'p99 ms', 'CPU µs', 'MB'];
  return [
    conditions(options),
    `Load average during the run ${busy.lowest.toFixed(1)} to ${busy.highest.toFixed(1)}.`,
    table(ratioHead, ratios.map(ratioRow)),
    ...(results.statements.length > 0 ? [statementTable(results)] : []),
    table(head, figureRows(results.measurements, options)),
  ].join('\n\n');
}

/** Writes the tables and the figures behind them, and returns the tables. */
export function report(results: Results, options: Options): string {
  const text = tables(results, options);
  const write = (name: string, content: string) =>
    writeFileSync(join(options.out, `performance.${name}`), content);
  mkdirSync(options.out, { recursive: true });
  write('md', `# Performance\n\n${text}\n`);
  const figures = { at: new Date().toISOString(), options, ...results };
  write('json', `${JSON.stringify(figures, null, 2)}\n`);
  return text;
}

/** What is known after a pair, in a line for each peer. */
export function progress(
  { measurements }: Results,
  last: Measurement,
  options: Options,
): string {
  const ofCase = casesIn([last]).flatMap((one) =>
    (['service', ...options.peers] as const).flatMap((side) =>
      lookUp(measurements)(one, side),
    ),
  );
  const told = ratiosOf(ofCase, options).map((ratio) =>
    ratioRow(ratio).slice(4).join(' ').trim(),
  );
  return `${caseCells(last).join(' ')} pair ${last.pair}: ${told.join('; ')}`;
}
