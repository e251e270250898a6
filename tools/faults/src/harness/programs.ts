import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { listen } from '@namecard/testing';
import { soon } from './soon.ts';

/** Unused ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  const ports = await Promise.all(servers.map((server) => listen(server, 0)));
  await Promise.all(servers.map(async (server) => once(server.close(), 'close')));
  return ports;
}

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses root. Debian has a user for it. */
export function postgresAccount(): { uid?: number; gid?: number } {
  const idOf = (flag: '-u' | '-g') =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
}

/** Sends a signal to a process and all its descendants. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    process.kill(pid, signal);
    for (const child of children.split(' ').filter(Boolean)) {
      signalTree(Number(child), signal);
    }
  } catch {
    // It has ended by itself.
  }
}

export type Program = { pid: number; kill(): Promise<void> };

type Start = {
  directory: string;
  /** Its user; ours by default. */
  account?: { uid?: number; gid?: number };
};

/** Starts a program. Shows its last output if it ends by itself. */
export function startProgram(
  command: string,
  args: readonly string[],
  { directory, account = {} }: Start,
): Program {
  const child = spawn(command, args, {
    ...account,
    cwd: directory,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
  }
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  const tell = () => console.error(`${command} has ended:\n${said}`);
  child.once('exit', tell);
  const killNow = () => {
    child.off('exit', tell);
    signalTree(pid, 'SIGKILL');
  };
  process.once('exit', killNow);
  return {
    pid,
    kill: async () => {
      killNow();
      await exited;
      process.off('exit', killNow);
    },
  };
}

/** A temporary directory that other users may enter and write to. */
export async function temporaryDirectory(name: string) {
  const path = await mkdtemp(join(tmpdir(), `namecard-${name}-`));
  await chmod(path, 0o777);
  return {
    path,
    [Symbol.asyncDispose]: () =>
      rm(path, { recursive: true, force: true, maxRetries: 9 }),
  };
}

/** Waits until something listens on the port. */
async function untilListening(port: number): Promise<void> {
  await soon(async () => {
    const socket = connect(port, '127.0.0.1');
    const isListening = await once(socket, 'connect').then(
      () => true,
      () => undefined,
    );
    socket.destroy();
    return isListening;
  }, `nothing listens at port ${port}`);
}

/**
 * Starts a program that listens on a free port.
 * @param configure writes its files into the directory and returns its arguments
 */
export async function startServer(
  command: string,
  configure: (directory: string, port: number) => Promise<string[]>,
) {
  await using started = new AsyncDisposableStack();
  const { path: directory } = started.use(await temporaryDirectory(basename(command)));
  const [port = 0] = await freePorts(1);
  const program = startProgram(command, await configure(directory, port), { directory });
  started.defer(() => program.kill());
  await untilListening(port);
  const running = started.move();
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
