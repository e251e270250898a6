import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, serviceUrl } from './database.ts';
import { ensureRunning, type Wanted } from './ensure-running.ts';
import { clusterPath } from './home.ts';
import { keepRunning } from './keep-running.ts';
import { openLock, type Lock } from './lock.ts';
import { clusterPassword } from './password.ts';
import { resolveInstalled, type ResolvePackage } from './platform-package.ts';
import { runningPostmaster } from './postmaster.ts';
import { shutDown } from './server.ts';
import { asUnavailable, EmbeddedUnavailable } from './unavailable.ts';

export type EmbeddedOptions = {
  /** Holds the cluster and its password. Created if missing. */
  dataDir: string;
  /** Gets lines of the server's log, in the process that started it. */
  log?: (line: string) => void;
  /** Called when the server has died, and when a restart fails. */
  warn?: (line: string) => void;
  /** False is faster, but a crash loses data. Default: true. */
  durable?: boolean;
  resolvePackage?: ResolvePackage;
};

export type Embedded = {
  /** Holds the password: don't log it. */
  url: string;
  reused: boolean;
  /** Ends our use; the last user stops the server. Close connections first. */
  stop: () => Promise<void>;
};

/** Milliseconds that a start waits for other processes. */
const timeout = 60_000;

/**
 * Starts the PostgreSQL of `dataDir`, or joins a running one. That may be another
 * process's, or left by a killed process. If the server dies, one of its users
 * starts it again at the same address. The last user stops it. Throws only
 * `EmbeddedUnavailable`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    mkdirSync(options.dataDir, { recursive: true });
    const dataDir = realpathSync(options.dataDir);
    const wanted = {
      dataDir,
      password: clusterPassword(dataDir),
      log: options.log ?? (() => {}),
      durable: options.durable ?? true,
      resolvePackage: options.resolvePackage ?? resolveInstalled,
    };
    const lock = openLock(join(dataDir, 'postgres.lock'));
    return await use(lock, wanted, options.warn ?? (() => {}));
  } catch (error) {
    throw asUnavailable(error);
  }
}

async function use(
  lock: Lock,
  wanted: Wanted,
  warn: (line: string) => void,
): Promise<Embedded> {
  try {
    const { url, reused } = await share(lock, wanted);
    const stopKeeping = keepRunning(
      () => runningPostmaster(clusterPath(wanted.dataDir)) !== undefined,
      () => shareAgain(lock, wanted, url),
      warn,
    );
    const end = async () => {
      await stopKeeping();
      await stop(lock, wanted.dataDir);
    };
    return { url, reused, stop: end };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** The port must stay: existing pools use the old address. */
async function shareAgain(lock: Lock, wanted: Wanted, url: string): Promise<void> {
  // While we share the lock, nobody could start it.
  lock.release();
  const port = Number(new URL(url).port);
  const shared = await share(lock, { ...wanted, port });
  if (shared.url !== url) {
    throw new EmbeddedUnavailable(
      `another process started it at another port than ${port}`,
    );
  }
}

/**
 * Users share the lock. A start or stop takes it alone. So only one process
 * starts the server, and nobody stops it during use.
 */
async function share(
  lock: Lock,
  wanted: Wanted,
): Promise<Pick<Embedded, 'url' | 'reused'>> {
  let reused = true;
  try {
    for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
      const url = lock.share() ? await answeringUrl(wanted) : undefined;
      if (url !== undefined) return { url, reused };
      lock.release();
      if (lock.take()) {
        reused = !(await ensureRunning(wanted, deadline)) && reused;
        lock.release();
      } else {
        await pause();
      }
    }
    throw new EmbeddedUnavailable('another process is holding it and it does not answer');
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function answeringUrl({ dataDir, password }: Wanted): Promise<string | undefined> {
  const postmaster = runningPostmaster(clusterPath(dataDir));
  if (postmaster === undefined) return undefined;
  const url = serviceUrl(postmaster.port, password);
  return (await answers(url)) ? url : undefined;
}

/** Tries again, since a process that only checks the server shares the lock. */
async function stop(lock: Lock, dataDir: string): Promise<void> {
  lock.release();
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (lock.take()) return await shutDown(clusterPath(dataDir));
      await pause();
    }
  } finally {
    lock.close();
  }
}

/** Random, so that two waiting processes get out of step. */
async function pause(): Promise<void> {
  await sleep(5 + Math.random() * 20);
}
