import { readFile } from 'node:fs/promises';
import { decodeList, invite, lineStates, readList } from '@namecard/router';
import type { Command } from 'commander';
import { CommandError } from '../settings/explain-error.ts';
import { firstOf, type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';

const inviteFile = (
  file: string,
  { dryRun = false, json }: Json & { dryRun?: boolean },
) =>
  operate(async ({ deps, actor }) => {
    const listed = readList(decodeList(await readFile(file)));
    if (listed.length === 0) {
      throw new CommandError('The file has no line.');
    }
    const action = deps.random.id();
    const { data } = await invite(deps, actor, { action, lines: listed, dryRun });
    const told = data.lines.map((one, index) => ({
      ...one,
      line: listed[index]?.line ?? 0,
    }));
    const counts = lineStates
      .map((state) => ({
        state,
        count: told.filter((one) => one.state === state).length,
      }))
      .filter(({ count }) => count > 0);
    const left = told.filter(({ state }) => state !== 'accepted');
    const lines = [
      ...counts.map(({ state, count }) => `${state}: ${count}`),
      ...firstOf(
        left.map(({ line, email, state }) => `  line ${line}: ${state}: ${email}`),
      ),
      dryRun && 'Nobody was invited: this was a dry run.',
    ];
    print({ action: dryRun ? null : action, lines: told }, lines, { json });
  });

export function addInvite(command: Command): void {
  command
    .argument('<file>', 'a list of addresses, or a CSV')
    .option('--dry-run', 'tell what would happen to each line, invite nobody')
    .option(...jsonOption)
    .action(inviteFile);
}
