import { DatabaseSync } from 'node:sqlite';

/** A lock between processes that the operating system gives back when its holder dies, however it dies. */
export type Lock = {
  /** Takes the lock with others, unless somebody holds it alone. */
  share: () => boolean;
  /** Takes the lock alone, unless somebody else holds it in any way. */
  take: () => boolean;
  /** Gives back what was shared or taken. */
  release: () => void;
  /** Gives back everything; the lock can't be used afterwards. */
  close: () => void;
};

/** SQLite's result code for "another connection holds a conflicting lock". */
const SQLITE_BUSY = 5;

/**
 * Opens the lock kept at `path`, an empty file. Node has no `flock`, and a file with a process id in it
 * outlives a killed process, whose id is then given to another; the locks SQLite holds on its
 * files do neither, on every platform.
 */
export function openLock(path: string): Lock {
  const database = new DatabaseSync(path, { timeout: 0 });
  const release = (): void => {
    if (database.isTransaction) database.exec('ROLLBACK');
  };
  const attempt = (sql: string): boolean => {
    try {
      database.exec(sql);
      return true;
    } catch (error) {
      release();
      if (isBusy(error)) return false;
      throw error;
    }
  };
  return {
    share: () => attempt('BEGIN; SELECT count(*) FROM sqlite_schema'),
    take: () => attempt('BEGIN EXCLUSIVE'),
    release,
    close: () => database.close(),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
