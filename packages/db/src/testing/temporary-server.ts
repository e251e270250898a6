import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  clusterPath,
  EmbeddedUnavailable,
  runningPostmaster,
  startEmbedded,
} from '@namecard/embedded-postgres';

export type TestServer = {
  /** Of a role that may create databases. */
  adminUrl: string;
  stop: () => Promise<void>;
};

/**
 * An embedded PostgreSQL that leaves nothing behind, not even when the run is
 * killed.
 * @param durable as in production: what is committed is on the disk
 */
export async function startTemporary({ durable = false } = {}): Promise<TestServer> {
  const parent = durable ? tmpdir() : await fastestDirectory();
  const dataDir = await mkdtemp(join(parent, 'namecard-test-'));
  const remove = async (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    // Root runs PostgreSQL as another account, which must get into the folder.
    await chmod(dataDir, 0o755);
    const server = await startEmbedded({ dataDir, durable });
    const dismiss = removeWhenKilled(dataDir);
    const stop = async (): Promise<void> => {
      dismiss();
      await server.stop();
      await remove();
    };
    return { adminUrl: server.url, stop };
  } catch (error) {
    await remove();
    if (!(error instanceof EmbeddedUnavailable)) throw error;
    throw new Error(
      `No PostgreSQL for the tests: ${error.reason}. Set TEST_DATABASE_URL.`,
      {
        cause: error,
      },
    );
  }
}

/** In memory, if Linux has enough: each new database writes some 8 MB. */
async function fastestDirectory(): Promise<string> {
  const memory = '/dev/shm';
  try {
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** A shell that cleans up if its input ends early, because we were killed. */
function removeWhenKilled(dataDir: string): () => void {
  const script = 'read word || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const server = String(runningPostmaster(clusterPath(dataDir))?.pid);
  const shell = spawn('/bin/sh', ['-c', script, 'sh', server, dataDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  return () => shell.stdin.end('done\n');
}
