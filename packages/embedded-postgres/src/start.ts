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
  /** Holds the cluster and its password; made where it is missing. */
  dataDir: string;
  /** Gets the server's log, a line at a time, while the process that started the server lives. */
  log?: (line: string) => void;
  /** Is told when the server is gone and has to be started again, and why that did not succeed. */
  warn?: (line: string) => void;
  /** `false` is faster, and a crash of server or machine loses data then. `true` unless told. */
  durable?: boolean;
  /** How the npm package with the binaries is found. */
  resolvePackage?: ResolvePackage;
};

export type Embedded = {
  /** Holds the password: not to be logged. */
  url: string;
  /** Whether the server was running before. */
  reused: boolean;
  /** Ends the use of the server, and the server when nobody else uses it. Close what is connected first. */
  stop: () => Promise<void>;
};

/** How long a start waits for another process that starts or stops the server, in milliseconds. */
const timeout = 60_000;

/**
 * Starts the PostgreSQL whose data is in `dataDir`, or joins the one that already runs there, be it
 * another process's or left behind by one that was killed. When it dies, one of those who use it
 * starts it again, at the same address. Whoever is the last to stop ends it.
 * Throws `EmbeddedUnavailable`, and nothing else, when there will be no server.
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

/** Only at the same address: connections to no other would be made. */
async function shareAgain(lock: Lock, wanted: Wanted, url: string): Promise<void> {
  // Nobody else could start it while we share the lock.
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
 * Whoever uses the server shares the lock; it is started and stopped only by one who holds it alone.
 * So no two start it, and nobody stops what another uses.
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

/** Several attempts, since somebody who is only looking whether the server answers shares the lock too. */
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

/** Of no fixed length, so that two who wait for each other don't do so in step. */
async function pause(): Promise<void> {
  await sleep(5 + Math.random() * 20);
}
