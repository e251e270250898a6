import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };

/** Settings as they stand in the environment. */
export type Settings = Record<string, string>;

export type Addresses = {
  /** Where the service listens, such as `http://127.0.0.1:40000`. */
  origin: string;
  /** Where it shows its mail; it has none where mail is sent. */
  mailbox?: string | undefined;
};

/** The service in a process of its own, as `npm start` runs it. */
export type ServiceProcess = AsyncDisposable & {
  pid: number;
  /** Fails where it ends before it is ready. */
  ready: Promise<Addresses>;
  /** How it ended: its exit code, or the signal that ended it. */
  exited: Promise<number | string>;
  stdout: () => string;
  stderr: () => string;
  /** Asks it to end, or with SIGKILL ends it at once, and gives how it did. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | string>;
};

const ReadyLine = z.object({
  ready: z.object({ origin: z.url(), mailbox: z.url().optional() }),
});

const startWords = manifest.scripts.start.split(' ');

/** What `npm start` gives to Node. */
export const nodeFlags = startWords.filter((word) => word.startsWith('--'));

/** What `npm start` sets in the environment: how glibc gives memory back. */
const allocator: Settings = Object.fromEntries(
  startWords.filter((word) => word.startsWith('MALLOC_')).map((word) => word.split('=')),
);

const main = fileURLToPath(new URL('../../../apps/api/src/main.ts', import.meta.url));

/** Every process that was started here and has not ended: none outlives us. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export type ProgramOptions = {
  /** Where it is; the service's own unless given. It has to print the line that `main.ts` prints. */
  program?: string;
  /** What Node is started with. */
  flags?: string[];
  /** What the program is started with. */
  args?: string[];
};

/** Runs the service with these settings and no others, on a free port unless they name one. */
export function runService(
  settings: Settings,
  { program = main, flags = [], args = [] }: ProgramOptions = {},
): ServiceProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: { PATH, HOME, ...allocator, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const output = { stdout: '', stderr: '' };
  const ready = Promise.withResolvers<Addresses>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{"ready":')) {
      ready.resolve(ReadyLine.parse(JSON.parse(line)).ready);
    }
  });
  const exited = once(child, 'close').then(() => {
    running.delete(child);
    ready.reject(
      new Error(`It ended before it was ready: ${output.stdout}${output.stderr}`),
    );
    return child.exitCode ?? child.signalCode ?? 'gone';
  });
  // Whoever runs it to see it fail never asks whether it was ready.
  ready.promise.catch(() => {});
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    child.kill(signal);
    return exited;
  };
  return {
    pid: child.pid ?? 0,
    ready: ready.promise,
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop('SIGKILL');
    },
  };
}
