import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { readyBinaries } from './binaries.ts';
import { prepareDatabase } from './database.ts';
import { copiesDirectory, clusterPath, makeHome } from './home.ts';
import { initialise } from './initialise.ts';
import { platformPackage, type ResolvePackage } from './platform-package.ts';
import { launch, type Server } from './server.ts';

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

/** Milliseconds in which such a thing passes. */
const timeout = 60_000;

/** Only one process may call it at a time. Creates what is missing. */
export async function startServer(wanted: Wanted): Promise<Server> {
  const { dataDir, password, log, durable, resolvePackage, port } = wanted;
  const account = serverAccount(clusterPath(dataDir));
  const found = platformPackage(resolvePackage);
  const binaries = readyBinaries(found, account, copiesDirectory(dataDir, account));
  const home = makeHome(dataDir, account);
  const cluster = join(home, 'cluster');
  if (!existsSync(cluster))
    await initialise({ home, binaries, account, password, durable });
  for (const deadline = performance.now() + timeout; ;) {
    try {
      const server = await launch({ cluster, binaries, account, durable, log, port });
      await prepareDatabase(server.port, password);
      return server;
    } catch (error) {
      const tryAgain =
        error instanceof Error &&
        passing.test(error.message) &&
        performance.now() < deadline;
      if (!tryAgain) throw error;
      await sleep(5);
    }
  }
}
