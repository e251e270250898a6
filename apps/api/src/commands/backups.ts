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
import { readReceipts, receiptsPath } from '../adapters/erasures.ts';
import { randomness } from '../adapters/random.ts';
import { codeOf } from '../settings/error-code.ts';
import { keepNewest, readBackup, requireFolder, writeBackup } from './backup-file.ts';
import {
  CommandError,
  type Json,
  type PrintedLine,
  type OpenDatabase,
  type Place,
  jsonOption,
  openDeps,
  print,
  run,
  withOrm,
  withPlace,
} from './run.ts';
import { createTelemetry } from '../watch/telemetry.ts';

function wholeFrom1(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 on.');
  }
  return Number(text);
}

const total = ({ rows }: Loaded) =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

/** Without the key that the service ran with, limits begin anew, codes that are on their way fail and no username rests. */
function keyInstruction({ environment }: Place): string {
  if (environment.SECRET_KEY !== undefined) {
    return 'Give the service there the SECRET_KEY of here.';
  }
  return `Give the service there the SECRET_KEY of here: what the file secret-key in ${environment.DATA_DIR} holds.`;
}

/** What writing something down in the history takes. */
const recordingOn = ({ orm, logger }: OpenDatabase) => ({
  em: sharedManager(orm),
  random: randomness,
  telemetry: createTelemetry(logger),
});

/** Records the backup in the history, by which its age is known. Returns why that failed; undefined where it did not. */
async function noteBackup(place: Place, takenAt: string): Promise<string | undefined> {
  try {
    await withOrm(place, async (orm) => {
      await requireMigrated(orm);
      await recordOperation(recordingOn({ ...place, orm }), 'database.backed_up', {
        after: { takenAt },
      });
    });
    return undefined;
  } catch (error) {
    return `The database could not write down that it was backed up, so namecard_backup_age_seconds keeps rising: ${reasonOf(error)}`;
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
        `${file} holds everything as it was at ${takenAt}.`,
        'It takes the SECRET_KEY of here to run what is restored from it: keep that too, and elsewhere.',
        removed.length > 0 && `Removed: ${removed.join(', ')}.`,
        unwritten,
      ];
      print({ file, takenAt, removed }, lines, options);
    });
  });

type Receipts = Awaited<ReturnType<typeof readReceipts>>;

/** The receipts in the file that is named, or else in that of `DATA_DIR`, if there is one. */
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

/** Whom a copy brought back although they were erased after it was made. */
async function eraseAgain(database: OpenDatabase, receipts: Receipts): Promise<number> {
  if (receipts.length === 0) return 0;
  const deps = await openDeps(database).catch((error: unknown) => {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(
      `The rows are there, but nobody is erased again: ${error.message} With the right key, run "npx namecard user erase ID" on that database for each receipt.`,
    );
  });
  return applyErasures(deps, database.orm, receipts);
}

type LoadEnd = {
  type: 'database.restored' | 'database.moved';
  loaded: Loaded & { takenAt: string };
  receipts: Receipts;
};

/** Has the history of what was loaded say so, then applies receipts. Returns how many they erased. */
async function finishLoad(
  database: OpenDatabase,
  { type, loaded, receipts }: LoadEnd,
): Promise<number> {
  await recordOperation(recordingOn(database), type, {
    after: { takenAt: loaded.takenAt, rows: total(loaded) },
  });
  return eraseAgain(database, receipts);
}

const erasedAgain = (erased: number): PrintedLine =>
  erased > 0 && `Erased again: ${erased} whose receipts were given.`;

type WithReceipts = Json & { erasures?: string };

const restore = async (path: string, { erasures, ...options }: WithReceipts) =>
  run(() =>
    withPlace((place) =>
      withOrm(place, async (orm) => {
        const receipts = await receiptsIn(erasures, place);
        const loaded = await readBackup(path, async (snapshot) => ({
          takenAt: snapshot.takenAt,
          ...(await loadSnapshot({ orm, url: place.url }, snapshot)),
        }));
        const end = { type: 'database.restored', loaded, receipts } as const;
        const erased = await finishLoad({ ...place, orm }, end);
        const lines = [
          `${total(loaded)} rows were restored, as they were at ${loaded.takenAt}.`,
          erasedAgain(erased),
          'Start the service with the SECRET_KEY that it had then.',
        ];
        print({ erased, ...loaded }, lines, options);
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

const stillConnected =
  'A service is still connected to the database that was left. What it has written since is not in the new one: stop it, then move once more into another empty database.';

const move = async (url: string, { erasures, ...options }: WithReceipts) =>
  run(async () => {
    requireUrl(url);
    await withPlace(async (place) => {
      const connected = await countConnected(place.url);
      const receipts = await receiptsIn(erasures, place);
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
        `${total(loaded)} rows were moved, as they were at ${loaded.takenAt}. The database that was left is as it was.`,
        erasedAgain(erased),
        connected > 0 && stillConnected,
        'Now set DATABASE_URL to the new address.',
        keyInstruction(place),
      ];
      print({ erased, serviceConnected: connected > 0, ...loaded }, lines, options);
    });
  });

const erasuresOption = [
  '--erasures <file>',
  'receipts of accounts to be erased again; erasures.jsonl of DATA_DIR unless given',
] as const;

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description(
      'write everything that is in the database into a file; the service may run on',
    )
    .argument(
      '<file>',
      'a new file, which only you may read; or a folder, for a file named by the time',
    )
    .option(
      '--keep <number>',
      'of the backups in the folder keep so many, the newest',
      wholeFrom1,
    )
    .option(...jsonOption)
    .action(backup);
  program
    .command('restore')
    .description(
      'read a backup into the empty database of the settings, all of it or nothing',
    )
    .argument('<file>', 'what `backup` wrote')
    .option(...erasuresOption)
    .option(...jsonOption)
    .action(restore);
  program
    .command('move')
    .description('copy everything into another, empty database; stop the service first')
    .argument(
      '<to_url>',
      'its address, in the form of DATABASE_URL; the password may be in PGPASSWORD',
    )
    .option(...erasuresOption)
    .option(...jsonOption)
    .action(move);
}
