import { access, constants, statfs } from 'node:fs/promises';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';

/** Free megabytes. With fewer than `fail`, PostgreSQL soon stops writing. */
const least = { fail: 100, warn: 1_000 };

/** The disk of `DATA_DIR`. A database server can't be asked for its own disk. */
export async function checkDisk({ DATA_DIR, DATABASE_URL }: Environment): Promise<Check> {
  const { ok, warn, fail } = checksOf('disk');
  const isEmbedded = DATABASE_URL === undefined;
  try {
    await access(DATA_DIR, constants.W_OK);
    const { bavail, bsize } = await statfs(DATA_DIR);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    const left = `${free} MB are free in DATA_DIR`;
    if (!isEmbedded) {
      return ok(`${left}; the database server’s disk can’t be checked from here`);
    }
    if (free < least.fail) {
      return fail(`${left}: the database will soon stop. Free some space`);
    }
    if (free < least.warn) {
      return warn(`${left}: free some space for the database`);
    }
    return ok(left);
  } catch {
    if (isEmbedded) {
      return fail(
        'DATA_DIR can’t be written: set it to a folder that this user may write',
      );
    }
    return warn(
      'DATA_DIR is missing or can’t be written, so receipts of erasures are only in the log: keep its account_erased lines. The database server’s disk can’t be checked from here',
    );
  }
}
