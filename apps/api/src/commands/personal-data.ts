import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  eraseOther,
  exportWhole,
  finishErasures,
  inSnapshot,
  recordExport,
} from '@namecard/router';
import { moderationReasons } from '@namecard/db';
import { type Command, Option } from 'commander';
import { keepReceipts } from '../erasures.ts';
import { operate, print } from './run.ts';
import { userIdOf } from './whom.ts';

/** Under `user`, which other commands may have begun. */
const userCommands = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'user') ??
  program.command('user').description('look after one user');

const erase = (whom: string, { reason, ...options }: EraseOptions) =>
  operate(async ({ environment, logger, orm, deps, actor }) => {
    const id = await userIdOf({ deps }, whom);
    const { data } = await eraseOther(deps, actor, { id, reason });
    // A service beside may have been faster: then the receipt is in its log.
    await finishErasures({
      orm,
      telemetry: { erased: keepReceipts(environment.DATA_DIR, logger) },
    });
    const done = `Erased ${id}. Nobody can see or use the account any more.`;
    print({ userId: id, ...data }, [done], options);
  });

type EraseOptions = { reason: (typeof moderationReasons)[number]; json?: boolean };

const exportTo = (whom: string, { output }: { output?: string }) =>
  operate(async ({ deps, actor }) => {
    const id = await userIdOf({ deps }, whom);
    await recordExport(deps, actor, { id });
    await inSnapshot(deps, ({ em }) =>
      output === undefined
        ? pipeline(Readable.from(exportWhole(em, id)), process.stdout, { end: false })
        : pipeline(
            Readable.from(exportWhole(em, id)),
            createWriteStream(output, { mode: 0o600, flags: 'wx' }),
          ),
    );
  });

export function addPersonalDataCommands(program: Command): void {
  const user = userCommands(program);
  user
    .command('erase')
    .description(
      'erase an account for good, as its owner could, and finish that; it can’t be undone',
    )
    .argument('<user>', 'their address or id')
    .addOption(
      new Option('--reason <reason>', 'what the history says of why')
        .choices(moderationReasons)
        .default('personal_data'),
    )
    .option('--json', 'print one JSON document')
    .action(erase);
  user
    .command('export')
    .description('write all that is held of somebody, as one JSON document; the history says so')
    .argument('<user>', 'their address or id')
    .option('-o, --output <file>', 'write to a new file that nobody else may read')
    .action(exportTo);
}
