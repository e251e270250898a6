import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type DataDirectory = {
  path: string;
  /** The id of the database's first process, as its lock file tells; undefined where there is none. */
  postmasterPid: () => number | undefined;
  /** Removes it, with the database that may still run in it. */
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** A data directory for a service that brings its database along. */
export async function makeDataDirectory(): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'namecard-data-'));
  // Root runs PostgreSQL as another account, which has to get in.
  await chmod(path, 0o755);
  const lockFile = join(path, 'postgres', 'cluster', 'postmaster.pid');
  const postmasterPid = (): number | undefined =>
    existsSync(lockFile)
      ? Number(readFileSync(lockFile, 'utf8').split('\n')[0])
      : undefined;
  return {
    path,
    postmasterPid,
    [Symbol.asyncDispose]: async () => {
      killIfAlive(postmasterPid());
      await remove(path);
    },
  };
}

function killIfAlive(pid: number | undefined): void {
  try {
    if (pid !== undefined) {
      process.kill(pid, 'SIGKILL');
    }
  } catch {
    // It was dead already.
  }
}

/** Tries again while processes of a PostgreSQL that was killed still write. */
const removal = { recursive: true, force: true, maxRetries: 10 } as const;

/** What PostgreSQL's account can't reach in the directory lies elsewhere, behind a link. */
async function remove(path: string): Promise<void> {
  const home = join(path, 'postgres');
  if (existsSync(home)) {
    await rm(await realpath(home), removal);
  }
  await rm(path, removal);
}
