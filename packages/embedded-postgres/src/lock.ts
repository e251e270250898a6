import { DatabaseSync } from 'node:sqlite';

/** The operating system releases it if its holder dies. */
export type Lock = {
  /** False while another process holds it. `lends` is what `isLent` tells others. */
  take: (lends: boolean) => boolean;
  isLent: () => boolean;
  close: () => void;
};

/** SQLite's code for a lock of another connection. */
const SQLITE_BUSY = 5;

/**
 * Node has no `flock`. A file with a process id outlives a killed process, and
 * another process may get that id. SQLite's file locks have neither problem: one
 * process may hold an immediate or exclusive one, and only the first lets others
 * read.
 */
export function openLock(path: string): Lock {
  const database = new DatabaseSync(path, { timeout: 0 });
  const attempt = (sql: string): boolean => {
    try {
      database.exec(sql);
      return true;
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
  };
  return {
    take: (lends) => attempt(`BEGIN ${lends ? 'IMMEDIATE' : 'EXCLUSIVE'}`),
    isLent: () => attempt('SELECT count(*) FROM sqlite_schema'),
    close: () => database.close(),
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
