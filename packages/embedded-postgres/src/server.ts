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

export type Server = {
  port: number;
  /** Settles when the server is gone. Never rejects. */
  ended: Promise<void>;
};

/** Milliseconds for a fast shutdown, then for an immediate one. */
const shutdowns = [
  { signal: 'SIGINT', timeout: 10_000 },
  { signal: 'SIGQUIT', timeout: 5_000 },
] as const;

/**
 * Uses the given port. Without one, it uses the port of a dead server, or else a
 * free port. The server has its own session, so that neither our end nor a Ctrl-C
 * stops it.
 */
export async function launch(options: Launch): Promise<Server> {
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
  // Its children hold its output open for a moment longer.
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.once('close', () => ended.abort(hasFailed(program, output)));
  while (!isReady(cluster, child)) {
    ended.signal.throwIfAborted();
    await sleep(5);
  }
  return { port, ended: exited };
}

export async function shutDown(cluster: string): Promise<void> {
  const postmaster = runningPostmaster(cluster);
  if (postmaster === undefined) return;
  for (const { signal, timeout } of shutdowns) {
    process.kill(postmaster.pid, signal);
    const deadline = performance.now() + timeout;
    while (performance.now() < deadline) {
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

/** Logs the server's lines, and returns the latest ones. */
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

/** Another process may take it first. */
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
