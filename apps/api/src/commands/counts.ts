import { repairCounts, type Repaired } from '@namecard/db';
import { recordOperation } from '@namecard/router';
import type { Command } from 'commander';
import { commandOf } from './command-of.ts';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';

/** Most lines to print of one kind. Then comes the number of the others. */
const mostLines = 50;

function shown(lines: string[]): string[] {
  const rest = lines.length - mostLines;
  if (rest <= 0) {
    return lines;
  }
  return [...lines.slice(0, mostLines), `… and ${rest} more like these`];
}

const shownSegments = (wrong: Repaired['segments'], verb: string) =>
  shown(
    wrong.map(
      ({ number, kept, keptHidden, counted, countedHidden }) =>
        `segment ${number}: ${kept} profiles, ${keptHidden} hidden; ${verb} ${counted}, ${countedHidden} hidden`,
    ),
  );

const sizesOf = ({ segments, owners }: Repaired) => ({
  segments: segments.length,
  users: owners.length,
});

const isAny = (wrong: Repaired) => Object.values(sizesOf(wrong)).some((size) => size > 0);

function report(wrong: Repaired, verb: 'now' | 'counted'): string[] {
  const { segments, owners } = wrong;
  if (!isAny(wrong)) {
    return ['All counts were right.'];
  }
  return [
    ...shownSegments(segments, verb),
    ...shown(
      owners.map(
        ({ id, kept, counted }) => `user ${id}: ${kept} profiles; ${verb} ${counted}`,
      ),
    ),
    `${segments.length} segments and ${owners.length} users were wrong.`,
  ];
}

export function addCountsCommands(program: Command): void {
  const counts = commandOf(program, 'counts');
  counts
    .command('check')
    .description(
      'count all profiles and print each wrong count; exit code 1 if there is one',
    )
    .option(...jsonOption)
    .action(async (options: Json) =>
      operate(async ({ orm }) => {
        const wrong = await repairCounts(orm, { dryRun: true });
        print(wrong, report(wrong, 'counted'), options);
        if (isAny(wrong)) {
          process.exitCode = 1;
        }
      }),
    );
  counts
    .command('repair')
    .description(
      'count all profiles, correct wrong counts and print them; the service may run',
    )
    .option(...jsonOption)
    .action(async (options: Json) =>
      operate(async ({ orm, deps }) => {
        const repaired = await repairCounts(orm);
        if (isAny(repaired)) {
          await recordOperation(deps, 'counts.repaired', { after: sizesOf(repaired) });
        }
        print(repaired, report(repaired, 'now'), options);
      }),
    );
}
