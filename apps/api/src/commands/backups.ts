import {
  type Loaded,
  loadSnapshot,
  readSnapshot,
  reasonOf,
  requireMigrated,
} from '@namecard/db';
import { applyErasures, recordOperation, sharedManager } from '@namecard/router';
import { type Command, InvalidArgumentError } from 'commander';
import { commandOf } from './command-of.ts';
import { readReceipts, receiptsPath } from '../adapters/erasures.ts';
import { randomness } from '../adapters/random.ts';
import { codeOf } from '../settings/error-code.ts';
import { keepNewest, readBackup, requireFolder, writeBackup } from './backup-file.ts';
import { CommandError } from './explain-error.ts';
import { type Json, jsonOption, print, run } from './output.ts';
import { type OpenDatabase, type Place, openDeps, withOrm, withPlace } from './run.ts';
import { createTelemetry } from '../watch/telemetry.ts';

function wholeFrom1(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  }
  return Number(text);
}

const total = ({ rows }: Loaded) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

const recordingOn = ({ orm, logger }: OpenDatabase) => ({
  em: sharedManager(orm),
  random: randomness,
  telemetry: createTelemetry(logger),
});

/** Records the backup in the history. Returns why that failed, if it did. */
async function noteBackup(place: Place, takenAt: string): Promise<string | undefined> {
  try {
    await withOrm(place, async (orm) => {
      await requireMigrated(orm, (why) => place.logger.warn(why));
      await recordOperation(recordingOn({ ...place, orm }), 'database.backed_up', {
        after: { takenAt },
      });
    });
    return undefined;
  } catch (error) {
    return `The backup could not be recorded in the database, so namecard_backup_age_seconds keeps rising: ${reasonOf(error)}`;
  }
}

type Backup = Json & { keep?: number };

const backup = async (path: string, { keep, ...options }: Backup) =>
  run(async () => {
    if (keep !== undefined) await requireFolder(path);
    await withPlace(async (place) => {
      const { file, takenAt } = await readSnapshot(place.url, async (snapshot) => ({
        file: await writeBackup(path, snapshot),
        takenAt: snapshot.takenAt,
      }));
      const unwritten = await noteBackup(place, takenAt);
      const removed = keep === undefined ? [] : await keepNewest(file, keep);
      const lines = [
        `${file} contains all data as of ${takenAt}.`,
        'A restored service needs the same SECRET_KEY. Keep a copy of the key apart from the backups.',
        removed.length > 0 && `Removed: ${removed.join(', ')}.`,
        unwritten,
      ];
      print({ file, takenAt, removed }, lines, options);
    });
  });

type Receipts = Awaited<ReturnType<typeof readReceipts>>;

/** Receipts of the given file, else of `DATA_DIR`, which may have none. */
async function receiptsIn(
  path: string | undefined,
  { environment }: Place,
): Promise<Receipts> {
  return readReceipts(path ?? receiptsPath(environment.DATA_DIR)).catch(
    (error: unknown) => {
      if (path === undefined && codeOf(error) === 'ENOENT') return [];
      throw error;
    },
  );
}

/** Erases accounts again that were erased after the copy was made. */
async function eraseAgain(
  database: OpenDatabase,
  copy: { receipts: Receipts; takenAt: string },
): Promise<number> {
  if (copy.receipts.length === 0) return 0;
  const deps = await openDeps(database).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `The rows are loaded, but no account was erased again: ${error.message} Add that key, then run "./namecard user erase ID" on that database for each receipt.`,
    );
  });
  return applyErasures(deps, database.orm, copy);
}

type WithReceipts = Json & { erasures?: string };

const restore = async (path: string, { erasures, ...options }: WithReceipts) =>
  run(() =>
    withPlace((place) =>
      withOrm(place, async (orm) => {
        const database = { ...place, orm };
        const receipts = await receiptsIn(erasures, place);
        const loaded = await readBackup(path, async (snapshot) => ({
          takenAt: snapshot.takenAt,
          ...(await loadSnapshot({ orm, url: place.url }, snapshot)),
        }));
        const { takenAt } = loaded;
        await recordOperation(recordingOn(database), 'database.restored', {
          after: { takenAt, rows: total(loaded) },
        });
        const erased = await eraseAgain(database, { receipts, takenAt });
        const lines = [
          `${total(loaded)} rows were restored, as of ${takenAt}.`,
          erased > 0 && `Accounts erased again by their receipts: ${erased}.`,
          'Start the service with the SECRET_KEY that it had when the backup was made.',
        ];
        print({ erased, ...loaded }, lines, options);
      }),
    ),
  );

export function addBackupCommands(program: Command): void {
  commandOf(program, 'backup')
    .argument(
      '<file>',
      'a new file that only you can read; in a folder, the file is named by the time',
    )
    .option(
      '--keep <number>',
      'keep this many of the newest backups in the folder and delete the older ones',
      wholeFrom1,
    )
    .option(...jsonOption)
    .action(backup);
  commandOf(program, 'restore')
    .argument('<file>', 'a file written by `backup`')
    .option(
      '--erasures <file>',
      'receipts of erased accounts, which are erased again; default: erasures.jsonl in DATA_DIR',
    )
    .option(...jsonOption)
    .action(restore);
}
