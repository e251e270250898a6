import { migrate } from '@namecard/db';
import type { Command } from 'commander';
import { commandOf } from './command-of.ts';
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

export function addMigrateCommands(program: Command): void {
  commandOf(program, 'migrate')
    .option(...jsonOption)
    .action(async (options: Json) =>
      run(async () => {
        const migrations = await withPlace(bringUpToDate);
        print(
          { migrations },
          linesOr('The database was up to date.', migrations),
          options,
        );
      }),
    );
}
