import { ActionsByInput, findActionsBy, undo } from '@namecard/router';
import type { Command } from 'commander';
import type { z } from 'zod';
import { CommandError } from '../settings/explain-error.ts';
import { firstOf, type Json, jsonOption, print } from './output.ts';
import { type Operation, operate } from './run.ts';
import { userIdOf } from './whom.ts';

type Action = Awaited<ReturnType<typeof findActionsBy>>[number];

type Options = Json & {
  by: string;
  session?: string;
  since: string;
  dryRun?: boolean;
};

function describe({ at, type, events, undone, ...from }: Action): string {
  const count = undone === 0 ? `${events}` : `${events}, ${undone} undone already`;
  const { ip, browser, system, sessionId } = from;
  // The origin is forgotten after 90 days.
  const origin = ip === '' ? '' : `, from ${ip} by ${browser} on ${system}`;
  const session = sessionId === null ? '' : `, session ${sessionId}`;
  return `${at}  ${type} (${count})${origin}${session}`;
}

type Result = Awaited<ReturnType<typeof undo>>['data']['results'][number];
type Rejected = Extract<Result, { outcome: 'rejected' }>;

/** Undoes all actions, in several calls. */
async function undoAll({ deps, actor }: Operation, acts: z.infer<typeof ActionsByInput>) {
  const results: Result[] = [];
  let cursor: string | undefined;
  do {
    const { data } = await undo(deps, actor, { filter: { ...acts, cursor } });
    results.push(...data.results);
    cursor = data.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const isLeft = (result: Result): result is Rejected => result.outcome === 'rejected';
  const left = results.filter(isLeft);
  return { done: results.length - left.length, left };
}

export function addUndo(command: Command): void {
  command
    .requiredOption('--by <who>', 'their email address or id; for a key, its id')
    .option('--session <id>', 'only actions of this session')
    .requiredOption('--since <instant>', 'start time, such as 2027-01-31T12:00:00Z')
    .option('--dry-run', 'list the actions, change nothing')
    .option(...jsonOption)
    .action(async ({ by, session, since, dryRun, json }: Options) =>
      operate(async (operation) => {
        const input = ActionsByInput.parse({
          by: await userIdOf(operation.deps, by),
          session,
          since,
        });
        const actions = await findActionsBy(operation.deps.em, input);
        if (actions.length === 0) {
          throw new CommandError('This user or key has done nothing since then.');
        }
        if (dryRun) {
          print({ actions }, actions.map(describe), { json });
          return;
        }
        const { done, left } = await undoAll(operation, input);
        const lines = [
          `${done} profiles and users of ${actions.length} actions were changed back.`,
          left.length > 0 && `${left.length} were not changed:`,
          ...firstOf(
            left.map(({ id, label, error }) => `  ${label ?? id}: ${error.message}`),
          ),
        ];
        print({ actions: actions.length, done, left }, lines, { json });
      }),
    );
}
