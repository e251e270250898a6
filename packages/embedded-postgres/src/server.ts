import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';
import {
  deadServersPort,
  inheritLockFile,
  isPostmaster,
  runningPostmaster,
} from './postmaster.ts';
import { cannotExecute, hasFailed, processOptions } from './programs.ts';
import { serverArguments } from './settings.ts';

export type Launch = {
  cluster: string;
  binaries: string;
  account: Account | undefined;
  durable: boolean;
  log: (line: string) => void;
  port: number | undefined;
};

/** How long a fast shutdown may take, and then an immediate one, in milliseconds. */
const shutdowns = [
  { signal: 'SIGINT', timeout: 10_000 },
  { signal: 'SIGQUIT', timeout: 5_000 },
] as const;

/**
 * Starts a server and waits until it takes connections: on the port given, else on the one where those
 * who use a server that died look for it, else on a free one. It is a session of its own: neither
 * our end nor a Ctrl-C in our terminal ends it.
 */
export async function launch(options: Launch): Promise<void> {
  const program = join(options.binaries, 'postgres');
  const { cluster } = options;
  const port = options.port ?? deadServersPort(cluster) ?? (await freePort());
  inheritLockFile(cluster);
  const child = spawn(program, serverArguments(cluster, port, options.durable), {
    ...processOptions(options.account),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = follow(child, options.log);
  const ended = new AbortController();
  child.once('error', (error) => ended.abort(cannotExecute(program, error)));
  child.once('close', () => ended.abort(hasFailed(program, output)));
  while (!isReady(cluster, child)) {
    ended.signal.throwIfAborted();
    await sleep(5);
  }
}

/** Ends the server of this cluster, if there is one, and waits until it has exited. */
export async function shutDown(cluster: string): Promise<void> {
  const postmaster = runningPostmaster(cluster);
  if (postmaster === undefined) return;
  for (const { signal, timeout } of shutdowns) {
    process.kill(postmaster.pid, signal);
    const deadline = Date.now() + timeout;
    while (Date.now() < deadline) {
      if (!isPostmaster(postmaster.pid, cluster)) return;
      await sleep(5);
    }
  }
  throw new Error(`the embedded PostgreSQL, process ${postmaster.pid}, does not end`);
}

function isReady(cluster: string, child: ChildProcess): boolean {
  const postmaster = runningPostmaster(cluster);
  return postmaster !== undefined && postmaster.pid === child.pid && postmaster.ready;
}

/** Passes the server's lines to the log for as long as both live, and returns the latest of them. */
function follow(child: ChildProcess, log: (line: string) => void): string[] {
  const latest: string[] = [];
  if (child.stderr instanceof Socket) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log(line);
      latest.push(line);
      latest.splice(0, latest.length - 50);
    });
    child.stderr.unref();
  }
  child.unref();
  return latest;
}

/** Free when asked; the caller has to be ready for another process to take it first. */
async function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer().once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    server.close(() => resolve(port));
  });
  return promise;
}
