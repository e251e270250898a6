import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import manifest from '../../../package.json' with { type: 'json' };

/** Environment variables. */
export type Settings = Record<string, string>;

/** As in production behind a proxy on this machine, with the limits off. */
export const productionSettings = (databaseUrl: string, mailUrl: string): Settings => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'of-these-runs-only-'.repeat(2),
  POSTMARK_SERVER_TOKEN: 'of-these-runs-only',
  POSTMARK_API_URL: mailUrl,
  EMAIL_FROM: 'Namecard <hello@example.com>',
  PUBLIC_URL: 'https://cards.example.com',
  TRUST_PROXY: '127.0.0.1/32',
  LOG_LEVEL: 'error',
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_DAY: '0',
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRITES_PER_ACCOUNT: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
});

export type Addresses = {
  /** Such as `http://127.0.0.1:40000`. */
  origin: string;
  /** The development mailbox; undefined if mail is really sent. */
  mailbox?: string | undefined;
};

/** The service in another process, as `npm start` runs it. */
export type ServiceProcess = AsyncDisposable & {
  pid: number;
  /** Rejects if it ends first. */
  ready: Promise<Addresses>;
  /** The exit code or the signal. */
  exited: Promise<number | string>;
  stdout: () => string;
  stderr: () => string;
  /** Returns how it ended, as `exited`. */
  stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<number | string>;
};

const ReadyLine = z.object({
  ready: z.object({ origin: z.url(), mailbox: z.url().optional() }),
});

const startWords = manifest.scripts.start.split(' ');

/** Node's options in `npm start`. */
export const nodeFlags = startWords.filter((word) => word.startsWith('--'));

/** `npm start` sets how glibc returns memory. */
const allocator: Settings = Object.fromEntries(
  startWords.filter((word) => word.startsWith('MALLOC_')).map((word) => word.split('=')),
);

export const fromRoot = (path: string): string =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const main = fromRoot('apps/api/src/main.ts');

/**
 * Node keeps compiled modules here, so that a process starts in half of its time:
 * the tests start some hundreds.
 */
export const compileCache = fromRoot('node_modules/.cache/compiled');

/** Killed when this process exits. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export type ProgramOptions = {
  /** Default: the service's `main.ts`. It must print the same ready line. */
  program?: string;
  /** For Node. Default: those of `npm start`. */
  flags?: string[];
  /** For the program. */
  args?: string[];
};

/** Uses only these settings, and a free port by default. */
export function runService(
  settings: Settings,
  { program = main, flags = nodeFlags, args = [] }: ProgramOptions = {},
): ServiceProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...flags, program, ...args], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE: compileCache,
      ...allocator,
      PORT: '0',
      ...settings,
    },
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
  // Tests of a failing start never await `ready`.
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
