import { access, constants, mkdir } from 'node:fs/promises';
import { reasonOf, StartError } from '@namecard/db';

/**
 * Creates the data directory if needed.
 * @throws StartError if it can't be written
 */
export async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `DATA_DIR can't be used (${reasonOf(error)}): set it to a folder that can be written. It holds the embedded PostgreSQL, a made SECRET_KEY and the mailbox’s address; with DATABASE_URL, SECRET_KEY and a mail provider none is needed.`,
      { cause: error },
    );
  }
}
