import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { superuser } from './server.ts';
import { folder, work } from './workplace.ts';

export type Environment = Record<string, string>;

type Options = { cwd?: string; env?: Environment; input?: string };

const { PATH = '', HOME = '' } = process.env;

const common = {
  PATH,
  HOME,
  // Of the folder, which has links to the checkout's program.
  DATA_DIR: `${folder}/.data`,
  ...superuser,
  // npm must not download what the checkout lacks.
  npm_config_offline: 'true',
  // Each command starts in three fifths of the time.
  NODE_COMPILE_CACHE: `${work}/compiled`,
};

const strict = ['-euo', 'pipefail', '-c'];

/** Seconds for a script, many times more than any takes. It ends what hangs. */
const longest = '300';

/** Runs a script of bash. Returns its output, or fails with it. */
export async function bash(script: string, options: Options = {}): Promise<string> {
  const words = ['bash', ...strict, `exec 2>&1\n${script}`];
  const child = spawn('timeout', [longest, ...words], {
    cwd: options.cwd ?? folder,
    env: { ...common, ...options.env },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  if (code !== 0) throw new Error(`It ended with ${code}:\n${output}`);
  return output;
}

/** Runs SQL as the superuser, in this database. */
export const psql = async (sql: string, database = 'postgres'): Promise<string> =>
  bash('psql --no-align --tuples-only --set ON_ERROR_STOP=1', {
    env: { PGDATABASE: database },
    input: sql,
  });

/**
 * Asks until there is an answer. The longest wait is for `npm start`, which builds
 * the admin app first.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + 180_000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Three minutes passed without ${what}`);
    await sleep(100);
  }
}

export type Running = {
  log: () => string;
  /** As Ctrl-C in a terminal does: the whole group gets the signal. */
  stop: () => Promise<void>;
};

/** Process groups to kill when this process ends. */
const groups = new Set<number>();

const signal = (group: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
};

export const killAll = (): void => groups.forEach((group) => signal(group, 'SIGKILL'));

/** Starts a script that does not end, and waits until the service is ready. */
export async function start(
  script: string,
  origin: string,
  { cwd = folder, env = {}, log }: Options & { log: string },
): Promise<Running> {
  const ready = async () => (await fetch(`${origin}/readyz`)).ok;
  if (await ready().catch(() => false)) throw new Error(`${origin} is taken.`);
  const file = openSync(log, 'w');
  const child = spawn('bash', [...strict, script], {
    cwd,
    env: { ...common, ...env },
    stdio: ['ignore', file, file],
    detached: true,
  });
  closeSync(file);
  const group = child.pid ?? 0;
  groups.add(group);
  const read = () => readFileSync(log, 'utf8');
  let ended = false;
  child.once('exit', () => (ended = true));
  await until(`a service at ${origin}`, async () => {
    if (ended) throw new Error(`The service ended:\n${read()}`);
    return (await ready().catch(() => false)) ? true : undefined;
  });
  return {
    log: read,
    stop: async () => {
      signal(group, 'SIGINT');
      await until('the end of the service', async () =>
        ended && !signal(group, 0) ? true : undefined,
      );
      groups.delete(group);
    },
  };
}
