import {
  countConnected,
  DatabaseUrlError,
  type Loaded,
  loadSnapshot,
  parseDatabaseUrl,
  readSnapshot,
  reasonOf,
  requireMigrated,
  startErrorOf,
} from '@namecard/db';
import { applyErasures, recordOperation, sharedManager } from '@namecard/router';
import { type Command, InvalidArgumentError } from 'commander';
import { type ReadReceipts, readReceipts, receiptsPath } from '../adapters/erasures.ts';
import { randomness } from '../adapters/random.ts';
import { codeOf } from '../settings/error-code.ts';
import { keepNewest, readBackup, requireFolder, writeBackup } from './backup-file.ts';
import { CommandError, explanationOf } from '../settings/explain-error.ts';
import { type Json, type PrintedLine, jsonOption, print, run } from './output.ts';
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

/** With another key, limits restart, mailed codes fail and usernames are free. */
function keyInstruction({ environment }: Place): string {
  const names = environment.HASH_KEY === undefined ? '' : 'HASH_KEY and ';
  if (environment.SECRET_KEY !== undefined) {
    return `Start the service there with the same ${names}SECRET_KEY.`;
  }
  return `Start the service there with the same ${names}SECRET_KEY: the content of the file secret-key in ${environment.DATA_DIR}.`;
}

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
    return `The backup could not be recorded in the database, so namecard_backup_age_seconds keeps rising: ${explanationOf(error) ?? reasonOf(error)}`;
  }
}

type Backup = Json & { keep?: number };

const backup = async (path: string, { keep, ...options }: Backup) =>
  run(async () => {
    if (keep !== undefined) await requireFolder(path);
    await withPlace(async (place) => {
      // Before too, because the disk may be full. At least the newest backup stays.
      const removed = keep === undefined ? [] : await keepNewest(path, keep);
      const { file, takenAt } = await readSnapshot(place.url, async (snapshot) => ({
        file: await writeBackup(path, snapshot),
        takenAt: snapshot.takenAt,
      }));
      const unwritten = await noteBackup(place, takenAt);
      if (keep !== undefined) removed.push(...(await keepNewest(path, keep, file)));
      const lines = [
        `${file} contains all data as of ${takenAt}.`,
        'A restored service needs the same SECRET_KEY. Keep a copy of the key apart from the backups.',
        removed.length > 0 && `Removed: ${removed.join(', ')}.`,
        unwritten,
      ];
      print({ file, takenAt, removed, recorded: !unwritten }, lines, options);
    });
  });

type Found = ReadReceipts & { path: string };

/** Of the given path, else of `DATA_DIR`, which may have none. */
async function receiptsOf(
  given: string | undefined,
  { environment }: Place,
): Promise<Found> {
  const path = given ?? receiptsPath(environment.DATA_DIR);
  const read = await readReceipts(path).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === undefined) throw error;
    if (code === 'ENOENT' && given === undefined) return { files: [], receipts: [] };
    throw new CommandError(`${path} has receipts that can’t be read: ${reasonOf(error)}`);
  });
  return { path, ...read };
}

/** Erases accounts again that were erased after the copy was made. */
async function eraseAgain(
  database: OpenDatabase,
  copy: Pick<ReadReceipts, 'receipts'> & { takenAt: string },
): Promise<number> {
  if (copy.receipts.length === 0) return 0;
  return applyErasures(await openDeps(database), database.orm, copy);
}

type LoadEnd = {
  type: 'database.restored' | 'database.moved';
  loaded: Loaded & { takenAt: string };
  receipts: ReadReceipts['receipts'];
};

/** Records the load, applies the receipts and counts the erased accounts. */
async function finishLoad(
  database: OpenDatabase,
  { type, loaded, receipts }: LoadEnd,
): Promise<number> {
  try {
    await recordOperation(recordingOn(database), type, {
      after: { takenAt: loaded.takenAt, rows: total(loaded) },
    });
    return await eraseAgain(database, { receipts, takenAt: loaded.takenAt });
  } catch (error) {
    const why = explanationOf(error);
    if (why === undefined) throw error;
    throw new CommandError(
      `The rows are loaded, but accounts that were erased after the copy may be back: ${why} Mend that, and load them into another empty database.`,
    );
  }
}

type WithReceipts = Json & { erasures?: string };

/** Without receipts, accounts that were erased since the copy are back. */
const aboutReceipts = ({ path, files }: Found, erased: number): PrintedLine =>
  files.length === 0
    ? `No receipts of erasures at ${path}: name them with --erasures. Without them, accounts that were erased after the copy was made are back.`
    : `Accounts erased again by the receipts in ${files.join(', ')}: ${erased}.`;

const restore = async (path: string, { erasures, ...options }: WithReceipts) =>
  run(() =>
    withPlace((place) =>
      withOrm(place, async (orm) => {
        const found = await receiptsOf(erasures, place);
        const loaded = await readBackup(path, async (snapshot) => ({
          takenAt: snapshot.takenAt,
          ...(await loadSnapshot({ orm, url: place.url }, snapshot)),
        }));
        const { receipts, files } = found;
        const end = { type: 'database.restored', loaded, receipts } as const;
        const erased = await finishLoad({ ...place, orm }, end);
        const lines = [
          `${total(loaded)} rows were restored, as of ${loaded.takenAt}.`,
          aboutReceipts(found, erased),
          'Start the service with the SECRET_KEY that it had when the backup was made.',
        ];
        print({ erased, receipts: files, ...loaded }, lines, options);
      }),
    ),
  );

function requireUrl(url: string): void {
  try {
    parseDatabaseUrl(url);
  } catch (error) {
    if (error instanceof DatabaseUrlError) {
      throw new CommandError(`TO_URL ${error.rule}.`);
    }
    throw error;
  }
}

/** For scripts: what was copied may lack changes. */
const exitCodeIfConnected = 2;

const stillConnected =
  'A service is still connected to the old database, and the new one may lack its latest changes. Stop the service, then move again into another empty database.';

const move = async (url: string, { erasures, ...options }: WithReceipts) =>
  run(async () => {
    requireUrl(url);
    await withPlace(async (place) => {
      const connected = await countConnected(place.url);
      const found = await receiptsOf(erasures, place);
      const { receipts, files } = found;
      const to = { ...place, url };
      const { erased, ...loaded } = await withOrm(to, async (orm) => {
        const copied = await readSnapshot(place.url, async (snapshot) => ({
          takenAt: snapshot.takenAt,
          ...(await loadSnapshot({ orm, url }, snapshot)),
        }));
        const end = { type: 'database.moved', loaded: copied, receipts } as const;
        return { erased: await finishLoad({ ...to, orm }, end), ...copied };
      }).catch((error: unknown) => {
        throw startErrorOf(error, 'TO_URL') ?? error;
      });
      const lines = [
        `${total(loaded)} rows were copied, as of ${loaded.takenAt}. The old database was not changed.`,
        files.length > 0 && aboutReceipts(found, erased),
        connected > 0 && stillConnected,
        'Now set DATABASE_URL to the new address.',
        keyInstruction(place),
      ];
      if (connected > 0) process.exitCode = exitCodeIfConnected;
      const end = { erased, receipts: files, serviceConnected: connected > 0 };
      print({ ...end, ...loaded }, lines, options);
    });
  });

const erasuresOption = [
  '--erasures <path>',
  'receipts of erased accounts, which are erased again: a file, or a folder with erasures.jsonl in it or in its folders; default: erasures.jsonl in DATA_DIR',
] as const;

export function addBackup(command: Command): void {
  command
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
}

export function addRestore(command: Command): void {
  command
    .argument('<file>', 'a file written by `backup`')
    .option(...erasuresOption)
    .option(...jsonOption)
    .action(restore);
}

export function addMove(command: Command): void {
  command
    .argument(
      '<to_url>',
      'its address, written like DATABASE_URL; the password may be in PGPASSWORD',
    )
    .option(...erasuresOption)
    .option(...jsonOption)
    .action(move);
}
