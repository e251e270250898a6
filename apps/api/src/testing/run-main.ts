import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../main.ts', import.meta.url));

/** The service in a process of its own, as `npm start` runs it. */
export type MainProcess = {
  /** Where it listens; fails where it ends before it is ready. */
  ready: Promise<string>;
  /** How it ended: its exit code, or the signal that ended it. */
  exited: Promise<number | string>;
  stdout: () => string;
  stderr: () => string;
  kill: (signal: 'SIGTERM' | 'SIGKILL') => void;
  /** Asks it to end, and gives how it did. */
  stop: () => Promise<number | string>;
  /** Ends it at once where it still runs. */
  [Symbol.asyncDispose]: () => Promise<void>;
};

/** Runs `main.ts` with these settings and no others, on a free port unless they name one. */
export function runMain(settings: Record<string, string>): MainProcess {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const ready = Promise.withResolvers<string>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
    const origin = /REST +(http:\S+)\/api\/v1/.exec(output.stdout)?.[1];
    if (origin !== undefined) {
      ready.resolve(origin);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const exited = once(child, 'close').then(() => child.exitCode ?? child.signalCode ?? 'gone');
  child.once('close', () => {
    ready.reject(new Error(`It ended before it was ready: ${output.stderr}`));
  });
  const kill = (signal: 'SIGTERM' | 'SIGKILL'): void => {
    child.kill(signal);
  };
  // Whoever runs it to see it fail never asks whether it was ready.
  ready.promise.catch(() => {});
  return {
    ready: ready.promise,
    exited,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    kill,
    stop: async () => {
      kill('SIGTERM');
      return exited;
    },
    [Symbol.asyncDispose]: async () => {
      kill('SIGKILL');
      await exited;
    },
  };
}
