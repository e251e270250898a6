import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  eraseAddress,
  eraseOther,
  exportWhole,
  finishErasures,
  inSnapshot,
  readAboutPerson,
  recordExport,
} from '@namecard/router';
import { type ErasureReason, erasureReasons } from '@namecard/db';
import { type Command, Option } from 'commander';
import { makeDataDir } from '../settings/data-dir.ts';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';
import { commandOf } from './command-of.ts';
import { userIdOf } from './whom.ts';

const erase = (whom: string, { reason, ...options }: EraseOptions) =>
  operate(async ({ environment, orm, deps, actor }) => {
    // Without its receipt, a restored backup would bring the account back.
    await makeDataDir(environment.DATA_DIR);
    if (await eraseAddress(deps, actor, { address: whom, reason })) {
      print({ address: whom }, [`Forgot ${whom}, which had no account.`], options);
      return;
    }
    const id = await userIdOf({ deps }, whom);
    const { data } = await eraseOther(deps, actor, { id, reason });
    // A running service may finish first. Then it keeps the receipt.
    await finishErasures({ orm, telemetry: deps.telemetry });
    const done = `Erased ${id}. Nobody can see or use the account any more.`;
    print({ userId: id, ...data }, [done], options);
  });

type EraseOptions = { reason: ErasureReason } & Json;

const exportTo = (whom: string, { output }: { output?: string }) =>
  operate(async ({ deps, actor }) => {
    const id = await userIdOf({ deps }, whom);
    const file = output === undefined ? undefined : await open(output, 'wx', 0o600);
    await recordExport(deps, actor, { id });
    await inSnapshot(deps, async ({ em }) => {
      const aboutThisPerson = await readAboutPerson(em, id);
      const rows = Readable.from(exportWhole(em, id, { aboutThisPerson }));
      if (file) {
        return pipeline(rows, file.createWriteStream());
      }
      return pipeline(rows, process.stdout, { end: false });
    });
  });

export function addPersonalDataCommands(program: Command): void {
  const user = commandOf(program, 'user');
  user
    .command('erase')
    .description(
      'erase a user for good, without asking again; DATA_DIR must be writable, for the receipt',
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
      'write all data about a user as one JSON document, with a part about this person to weigh before you give it; the history records it',
    )
    .argument('<who>', 'their email address or id')
    .option(
      '-o, --output <file>',
      'write to a new file that only you can read; never overwrites a file',
    )
    .action(exportTo);
}
