import { barredMigrations, migrate } from '@namecard/db';
import type { Command } from 'commander';
import { commandOf } from './command-of.ts';
import { CommandError } from './explain-error.ts';
import { whenReachable } from '../adapters/database.ts';
import { type Json, jsonOption, linesOr, print, run } from './output.ts';
import { type Place, withOrm, withPlace } from './run.ts';

/** Waits while the database is starting, as a start does. */
const bringUpToDate = async (place: Place): Promise<string[]> =>
  whenReachable(
    () =>
      withOrm(place, (orm) => migrate(orm, { warn: (why) => place.logger.warn(why) })),
    place.url,
    place.logger,
  );

/** @throws CommandError if the version could not run after a migration */
const requireBeside = async (version: string): Promise<void> => {
  const barred = await withPlace((place) =>
    withOrm(place, (orm) => barredMigrations(orm.em.fork(), version)),
  );
  if (barred.length > 0) {
    throw new CommandError(`${version} can't run after ${barred.join(', ')}.`);
  }
};

export function addMigrateCommands(program: Command): void {
  commandOf(program, 'migrate')
    .option(
      '--beside <version>',
      'changes nothing: fails if this version could not run after it',
    )
    .option(...jsonOption)
    .action(async (options: Json & { beside?: string }) =>
      run(async () => {
        if (options.beside !== undefined) return requireBeside(options.beside);
        const migrations = await withPlace(bringUpToDate);
        print(
          { migrations },
          linesOr('The database was up to date.', migrations),
          options,
        );
      }),
    );
}
