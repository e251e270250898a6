import { pipeline } from 'node:stream/promises';
import {
  eraseAddress,
  eraseOther,
  exportAddress,
  exportOther,
  finishErasures,
  inspectAddress,
} from '@namecard/router';
import { type ErasureReason, erasureReasons } from '@namecard/db';
import { type Command, Option } from 'commander';
import { makeDataDir } from '../settings/data-dir.ts';
import { type Json, jsonOption, print } from './output.ts';
import { writeNewFile } from './new-file.ts';
import { operate, type Operation } from './run.ts';
import { findUserId, nobody } from './whom.ts';

/** What stays of an address without an account when it is forgotten. */
async function blocksOf(deps: Operation['deps'], address: string) {
  const { isSuppressed, isRefused, isBanned } = (await inspectAddress(deps, { address }))
    .data;
  return { isSuppressed, isRefused, isBanned };
}

/** Forgets an address without an account. */
async function forget(
  { deps, actor }: Pick<Operation, 'deps' | 'actor'>,
  address: string,
  { reason, ...options }: EraseOptions,
): Promise<void> {
  const { data } = await eraseAddress(deps, actor, { address, reason });
  if (data.action === null) {
    throw nobody();
  }
  const stays = await blocksOf(deps, address);
  const lines = [
    `Forgot ${address}, which had no account.`,
    'Wrong codes of the last 24 hours stay until then.',
    'A change to it that a member asked for stays with the member, for 90 days.',
    stays.isSuppressed && 'That no mail goes to it stays.',
    stays.isRefused && 'That its owner refused mails stays, as a keyed hash.',
    stays.isBanned && 'That it may have no account stays, as a keyed hash.',
  ];
  print({ address, ...data, ...stays }, lines, options);
}

const erase = (whom: string, { reason, ...options }: EraseOptions) =>
  operate(async ({ environment, orm, deps, actor }) => {
    // Without its receipt, a restored backup would bring the account back.
    await makeDataDir(environment.DATA_DIR);
    const id = await findUserId(deps, whom);
    if (id === undefined) {
      await forget({ deps, actor }, whom, { reason, ...options });
      return;
    }
    const { data } = await eraseOther(deps, actor, { id, reason });
    // A running service may finish first. Then it keeps the receipt.
    await finishErasures({ orm, telemetry: deps.telemetry });
    const done = [
      `Erased ${id}. Nobody can see or use the account any more.`,
      'If it was suspended, its addresses can have no account until that would have ended, two years at most. An admin can end that on the page Mail.',
    ];
    print({ userId: id, ...data }, done, options);
  });

type EraseOptions = { reason: ErasureReason } & Json;

/** Rows of one table. No person has more. */
const allRows = 10_000_000;

const exportTo = (whom: string, { output }: { output?: string }) =>
  operate(async ({ deps, actor }) => {
    const id = await findUserId(deps, whom);
    const { data } =
      id === undefined
        ? await exportAddress(deps, actor, { address: whom }, allRows)
        : await exportOther(deps, actor, { id }, allRows);
    const blocks = id === undefined ? await blocksOf(deps, whom) : {};
    const found = [id, ...Object.values(data.records).flat(), ...Object.values(blocks)];
    if (!found.some(Boolean)) {
      throw nobody();
    }
    const text = [`${JSON.stringify({ ...data, ...blocks })}\n`];
    if (output === undefined) await pipeline(text, process.stdout, { end: false });
    else await writeNewFile(output, text);
  });

export function addPersonalData(user: Command): void {
  user
    .command('erase')
    .description(
      'erase a user for good, or forget an address without an account, without asking again; DATA_DIR must be writable, for the receipt',
    )
    .argument('<who>', 'their email address or id')
    .addOption(
      new Option('--reason <reason>', 'the reason in the history')
        .choices(erasureReasons)
        .default('requested'),
    )
    .option(...jsonOption)
    .action(erase);
  user
    .command('export')
    .description(
      'write all data about a user, or about an address without an account, as one JSON document, with a part about this person to weigh before you give it; the history records it',
    )
    .argument('<who>', 'their email address or id')
    .option(
      '-o, --output <file>',
      'write to a new file that only you can read; never overwrites a file',
    )
    .action(exportTo);
}
