import { barredMigrations, migrate } from '@namecard/db';
import type { Command } from 'commander';
import { CommandError } from '../settings/explain-error.ts';
import { whenReachable } from '../adapters/database.ts';
import { explain, type Json, jsonOption, linesOr, print, run } from './output.ts';
import { type Place, withOrm, withPlace } from './run.ts';

/** Waits while the database is starting, as a start does. */
const bringUpToDate = async (place: Place): Promise<string[]> =>
  whenReachable(
    () =>
      withOrm(place, (orm) => migrate(orm, { warn: (why) => place.logger.warn(why) })),
    place.url,
    place.logger,
  );

/** A failure, such as a database that is away, has another exit code. */
const exitCodeIfBarred = 2;

const requireBeside = async (version: string): Promise<void> => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new CommandError('VERSION must be such as 1.0.0.');
  }
  const barred = await withPlace((place) =>
    withOrm(place, (orm) => barredMigrations(orm.em.fork(), version)),
  );
  if (barred.length > 0) {
    explain(`${version} can't run after ${barred.join(', ')}.`);
    process.exitCode = exitCodeIfBarred;
  }
};

export function addMigrate(command: Command): void {
  command
    .option(
      '--beside <version>',
      'changes nothing: its exit code is 2 if this version could not run after it',
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
