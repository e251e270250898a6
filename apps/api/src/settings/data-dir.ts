import { access, constants } from 'node:fs/promises';
import { reasonOf, StartError } from '@namecard/db';
import { makeFolder } from './files.ts';

/**
 * Creates the data directory if needed.
 * @throws StartError if it can't be written
 */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR can’t be used (${reasonOf(error)}): set it to a folder that this user may write. A start needs it unless DATABASE_URL, SECRET_KEY and a mail provider are set. Erasures write their receipts to it.`,
      { cause: error },
    );
  }
}
