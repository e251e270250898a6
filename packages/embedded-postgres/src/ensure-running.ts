import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { readyBinaries } from './binaries.ts';
import { prepareDatabase } from './database.ts';
import { clusterPath, copiesDirectory, makeHome } from './home.ts';
import { initialise } from './initialise.ts';
import { platformPackage, type ResolvePackage } from './platform-package.ts';
import { runningPostmaster } from './postmaster.ts';
import { launch } from './server.ts';
import { isStartingOrStopping } from './starting-or-stopping.ts';
import { EmbeddedUnavailable } from './unavailable.ts';

export type Wanted = {
  dataDir: string;
  password: string;
  log: (line: string) => void;
  durable: boolean;
  resolvePackage: ResolvePackage;
  /** The only port to use; default: a dead server's if free, else any. */
  port?: number;
};

/**
 * Another process took the port, a killed process had just launched the server,
 * or children of a dead server still run.
 */
const passing =
  /TCP\/IP sockets|lock file .* already exists|shared memory block .* still in use/;

/** Only one process may call it at a time. True if it started the server. */
export async function ensureRunning(wanted: Wanted, deadline: number): Promise<boolean> {
  let started = false;
  while (Date.now() < deadline) {
    const postmaster = runningPostmaster(clusterPath(wanted.dataDir));
    if (postmaster === undefined) {
      started = await tryStart(wanted, deadline);
    } else if (postmaster.ready && (await isPrepared(postmaster.port, wanted.password))) {
      return started;
    }
    await sleep(5);
  }
  throw new EmbeddedUnavailable('it runs but accepts no connection');
}

async function tryStart(wanted: Wanted, deadline: number): Promise<boolean> {
  try {
    await start(wanted);
    return true;
  } catch (error) {
    const tryAgain =
      error instanceof Error && passing.test(error.message) && Date.now() < deadline;
    if (!tryAgain) throw error;
    return false;
  }
}

async function start(wanted: Wanted): Promise<void> {
  const { dataDir, password, log, durable, resolvePackage, port } = wanted;
  const account = serverAccount(clusterPath(dataDir));
  const found = platformPackage(resolvePackage);
  const binaries = readyBinaries(found, account, copiesDirectory(dataDir, account));
  const home = makeHome(dataDir, account);
  const cluster = join(home, 'cluster');
  if (!existsSync(cluster))
    await initialise({ home, binaries, account, password, durable });
  await launch({ cluster, binaries, account, durable, log, port });
}

async function isPrepared(port: number, password: string): Promise<boolean> {
  try {
    await prepareDatabase(port, password);
    return true;
  } catch (error) {
    if (isStartingOrStopping(error)) return false;
    throw error;
  }
}
