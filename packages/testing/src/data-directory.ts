import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type DataDirectory = {
  path: string;
  /** From the lock file of the database; undefined without one. */
  postmasterPid: () => number | undefined;
  /** Also kills a database that still runs in it. */
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** For a service with an embedded database. */
export async function makeDataDirectory(): Promise<DataDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'namecard-data-'));
  // Root runs PostgreSQL as another account, which must get in.
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

/** Processes of a killed PostgreSQL may still write. */
const removal = { recursive: true, force: true, maxRetries: 10 } as const;

/** The cluster may be elsewhere, behind a link. */
async function remove(path: string): Promise<void> {
  const home = join(path, 'postgres');
  if (existsSync(home)) {
    await rm(await realpath(home), removal);
  }
  await rm(path, removal);
}
