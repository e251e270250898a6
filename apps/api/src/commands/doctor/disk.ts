import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { showsMailbox } from '../../settings/shows-mailbox.ts';
import type { Environment } from '../../settings/environment.ts';
import { isThere } from '../../settings/files.ts';
import { type Check, checksOf } from './check.ts';

/** Free megabytes. With fewer than `fail`, PostgreSQL soon stops writing. */
const least = { fail: 100, warn: 1_000 };

/** Whether a start writes to `DATA_DIR`. Otherwise only erasures do. */
const isNeededAtStart = (environment: Environment): boolean =>
  environment.DATABASE_URL === undefined ||
  environment.SECRET_KEY === undefined ||
  showsMailbox(environment);

/** The path itself, or the nearest one above it that exists. */
async function existing(path: string): Promise<string> {
  const isEnd = (await isThere(path)) || dirname(path) === path;
  return isEnd ? path : existing(dirname(path));
}

/** What there is of `DATA_DIR`, and the free space in megabytes. */
async function spaceFor(environment: Environment) {
  const { DATA_DIR } = environment;
  const folder = await existing(DATA_DIR);
  await access(folder, constants.W_OK | constants.X_OK);
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 2 ** 20);
  if (folder === DATA_DIR) {
    return { free, text: `${free} MB are free in DATA_DIR` };
  }
  const creator = isNeededAtStart(environment) ? 'the first start' : 'the first erasure';
  return {
    free,
    text: `DATA_DIR does not exist yet: ${creator} creates it. ${free} MB are free on its disk`,
  };
}

/** A database server can't be asked for its disk, but it's often this one. */
export function checkSpace(
  { free, text }: Awaited<ReturnType<typeof spaceFor>>,
  { DATABASE_URL }: Pick<Environment, 'DATABASE_URL'>,
): Check {
  const { ok, warn, fail } = checksOf('disk');
  if (free < least.fail) {
    return fail(
      `${text}: a database on this disk will soon stop, backups and receipts of erasures too. Free some space`,
    );
  }
  if (DATABASE_URL !== undefined) {
    return ok(`${text}; the database server’s disk can’t be checked from here`);
  }
  return free < least.warn ? warn(`${text}: free some space for the database`) : ok(text);
}

/** The disk of `DATA_DIR`. */
export async function checkDisk(environment: Environment): Promise<Check> {
  const { warn, fail } = checksOf('disk');
  try {
    return checkSpace(await spaceFor(environment), environment);
  } catch {
    if (isNeededAtStart(environment)) {
      return fail(
        'DATA_DIR can’t be written: set it to a folder that this user may write',
      );
    }
    return warn(
      'DATA_DIR can’t be written, so receipts of erasures are only in the log: keep its account_erased and ban_ended lines. The database server’s disk can’t be checked from here',
    );
  }
}
