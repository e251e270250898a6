import { once } from 'node:events';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, serviceUrl } from './database.ts';
import { clusterPath } from './home.ts';
import { openLock, type Lock } from './lock.ts';
import { clusterPassword } from './password.ts';
import { resolveInstalled, type ResolvePackage } from './platform-package.ts';
import { runningPostmaster } from './postmaster.ts';
import { type Server, shutDown } from './server.ts';
import { startServer, type Wanted } from './start-server.ts';
import { asUnavailable, EmbeddedUnavailable } from './unavailable.ts';

/*
 * Problem: a service and several commands may use one data folder, and PostgreSQL
 * must run once, while any of them needs it. Each process may be killed.
 *
 * Plan: one process owns the server. It holds a lock, starts the server, starts it
 * again if it dies, and ends it. A service lends its server: commands connect to
 * it. A command does not, because it soon ends the server. A process that can't get
 * the server waits for its owner to end.
 *
 * Price: if a service stops, commands that use its server fail.
 */

export type EmbeddedOptions = {
  /** Holds the cluster and its password. Created if missing. */
  dataDir: string;
  /** For a service: others may use the server until `stop`. It never borrows one. */
  lends?: boolean;
  /** Gets lines of the server's log, in the process that started it. */
  log?: (line: string) => void;
  /** Tells what we wait for, that the server died, and why a restart failed. */
  warn?: (line: string) => void;
  /** False is faster, but a crash loses data. Default: true. */
  durable?: boolean;
  resolvePackage?: ResolvePackage;
};

export type Embedded = {
  /** Holds the password: don't log it. */
  url: string;
  /** Ends the server, unless another process owns it. Close connections first. */
  stop: () => Promise<void>;
};

/** Milliseconds that a start waits for another process. */
const patience = 60_000;

/**
 * Starts the PostgreSQL of `dataDir`, or borrows a service's. Waits while another
 * process has one that it does not lend. Throws only `EmbeddedUnavailable`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { lends = false, warn = () => {} } = options;
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
    try {
      const borrowed = await takeOrBorrow(lock, wanted, { lends, warn });
      return borrowed ?? (await own(lock, wanted, warn));
    } catch (error) {
      lock.close();
      throw error;
    }
  } catch (error) {
    throw asUnavailable(error);
  }
}

type Waiting = Required<Pick<EmbeddedOptions, 'lends' | 'warn'>>;

/** Undefined if we hold the lock now. */
async function takeOrBorrow(
  lock: Lock,
  wanted: Wanted,
  { lends, warn }: Waiting,
): Promise<Embedded | undefined> {
  const deadline = performance.now() + patience;
  let warned = false;
  while (!lock.take(lends)) {
    const url = !lends && lock.isLent() ? await answeringUrl(wanted) : undefined;
    if (url !== undefined) {
      lock.close();
      return { url, stop: async () => {} };
    }
    if (performance.now() > deadline) {
      throw new EmbeddedUnavailable(
        `another process is using it in ${wanted.dataDir}; try again when that has ended`,
      );
    }
    if (!warned)
      warn('Another process is using the embedded PostgreSQL; waiting for its end');
    warned = true;
    // Random, so that two waiting processes get out of step.
    await sleep(5 + Math.random() * 20);
  }
  return undefined;
}

/** Call it with the lock. */
async function own(
  lock: Lock,
  wanted: Wanted,
  warn: (line: string) => void,
): Promise<Embedded> {
  // A killed owner left its server.
  await shutDown(clusterPath(wanted.dataDir));
  const server = await startServer(wanted);
  const stopping = new AbortController();
  const keeping = keep(server, wanted, stopping.signal, warn);
  const stop = async (): Promise<void> => {
    stopping.abort();
    try {
      await keeping;
      await shutDown(clusterPath(wanted.dataDir));
    } finally {
      lock.close();
    }
  };
  return { url: serviceUrl(server.port, wanted.password), stop };
}

/** Starts the server again whenever it dies, until the signal. */
async function keep(
  { port, ended }: Server,
  wanted: Wanted,
  signal: AbortSignal,
  warn: (line: string) => void,
): Promise<void> {
  const stopped = once(signal, 'abort');
  await Promise.race([ended, stopped]);
  while (!signal.aborted) {
    warn('The embedded PostgreSQL is gone; starting it again');
    try {
      // The port must stay: existing pools use the old address.
      const server = await startServer({ ...wanted, port });
      await Promise.race([server.ended, stopped]);
    } catch (error) {
      // Who stops it does not miss it.
      if (signal.aborted) return;
      warn(String(error));
      await sleep(1_000, undefined, { ref: false });
    }
  }
}

async function answeringUrl({ dataDir, password }: Wanted): Promise<string | undefined> {
  const postmaster = runningPostmaster(clusterPath(dataDir));
  if (postmaster === undefined) return undefined;
  const url = serviceUrl(postmaster.port, password);
  return (await answers(url)) ? url : undefined;
}
