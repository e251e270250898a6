import type { ContractDocument } from '../index.ts';
import { rules } from './rules.ts';
import { metReason, type MetReason } from '../met-reasons.ts';
import { reasonOf } from './check-answer.ts';
import type { Trial } from './trial.ts';

/** A fault, with the smallest request that shows it. */
export type Problem = { what: string; where: string; curl: string; answer: string };

/** The result of a run. */
export type Report = {
  seed: number;
  /** Over REST, including shrinking. */
  requests: number;
  /** Requests that were sent over tRPC too. */
  compared: number;
  seconds: number;
  /** The number of answers by operation and status. */
  coverage: Map<string, Map<number, number>>;
  /** The reasons that were met, by operation. */
  reasons: Set<MetReason>;
  /** The uses of each rule. */
  ruleUses: Map<string, number>;
  problems: Problem[];
};

export function emptyReport({ operations }: ContractDocument, seed: number): Report {
  return {
    seed,
    requests: 0,
    compared: 0,
    seconds: 0,
    coverage: new Map(operations.map(({ operationId }) => [operationId, new Map()])),
    reasons: new Set(),
    ruleUses: new Map(rules.map(({ name }) => [name, 0])),
    problems: [],
  };
}

const countOne = <Key>(counts: Map<Key, number>, key: Key) =>
  counts.set(key, (counts.get(key) ?? 0) + 1);

/** Adds a trial to the report. */
export function countTrial(report: Report, { reading, rest, isCompared }: Trial): void {
  const { operation } = reading;
  report.requests += 1;
  report.compared += isCompared ? 1 : 0;
  const statuses = report.coverage.get(operation.operationId);
  if (statuses) {
    countOne(statuses, rest?.status ?? 0);
  }
  const reason = rest && reasonOf(rest);
  if (rest && reason !== undefined) {
    report.reasons.add(metReason(operation, rest.status, reason));
  }
  for (const { name, applies } of rules) {
    if (applies(reading)) {
      countOne(report.ruleUses, name);
    }
  }
}

function coverageLines({ coverage }: Report): string[] {
  const statuses = [
    ...new Set([...coverage.values()].flatMap((counts) => [...counts.keys()])),
  ].toSorted((one, other) => one - other);
  const row = (name: string, cells: (string | number)[]) =>
    `${name.padEnd(24)}${cells.map((cell) => String(cell).padStart(6)).join('')}`;
  const rows = [...coverage].map(([name, counts]) =>
    row(
      name,
      statuses.map((status) => counts.get(status) ?? '·'),
    ),
  );
  return [row('', statuses), ...rows];
}

/** The report as text. */
export function reportLines(report: Report): string[] {
  const { requests, compared, seconds, ruleUses, problems, seed } = report;
  return [
    ...coverageLines(report),
    '',
    'Rules that the document can’t express, and their uses:',
    ...[...ruleUses].map(([name, count]) => `${String(count).padStart(6)}  ${name}`),
    '',
    `${requests} requests over REST in ${seconds.toFixed(1)} s, ${(requests / seconds).toFixed(0)}/s; ${compared} of them compared with tRPC; seed ${seed}`,
    ...problems.flatMap(({ what, where, curl, answer }) => [
      '',
      `PROBLEM in ${where}: ${what}`,
      curl,
      `→ ${answer}`,
    ]),
    problems.length === 0
      ? 'No problem was found.'
      : `${problems.length} problems were found.`,
  ];
}
