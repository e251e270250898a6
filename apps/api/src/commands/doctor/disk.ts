import { access, constants, statfs } from 'node:fs/promises';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';

/** Megabytes below which PostgreSQL soon stops writing, and below which it is time to look. */
const least = { fail: 100, warn: 1_000 };

/** The disk of `DATA_DIR`. Nobody can ask a server for its own. */
export async function checkDisk({ DATA_DIR, DATABASE_URL }: Environment): Promise<Check> {
  const { ok, warn, fail } = checksOf('disk');
  const isEmbedded = DATABASE_URL === undefined;
  try {
    await access(DATA_DIR, constants.W_OK);
    const { bavail, bsize } = await statfs(DATA_DIR);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const left = `${free} MB are free in DATA_DIR`;
    if (!isEmbedded) {
      return ok(`${left}; the database’s own disk can’t be asked from here`);
    }
    if (free < least.fail) {
      return fail(`${left}: the database needs more`);
    }
    if (free < least.warn) {
      return warn(`${left}: make room for the database`);
    }
    return ok(left);
  } catch {
    if (isEmbedded) {
      return fail(
        'DATA_DIR can’t be written: set it to a folder that this account may write',
      );
    }
    return warn(
      'DATA_DIR is not there or can’t be written: receipts of erasures are in the log alone, so keep its lines account_erased; the database’s own disk can’t be asked from here',
    );
  }
}
