import { DatabaseSync } from 'node:sqlite';

/** The operating system releases it if its holder dies. */
export type Lock = {
  /** Fails while `take` holds the lock elsewhere. */
  share: () => boolean;
  /** Fails while anybody else holds the lock. */
  take: () => boolean;
  release: () => void;
  close: () => void;
};

/** SQLite's code for a lock of another connection. */
const SQLITE_BUSY = 5;

/**
 * Node has no `flock`. A file with a process id outlives a killed process, and
 * another process may get that id. SQLite's file locks have neither problem.
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
