import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../../../apps/api/src/main.ts', import.meta.url));

/** Settings as they stand in the environment. */
export type Settings = Record<string, string>;

/** One process of the service. */
export type Instance = {
  /** Where it listens, such as `http://127.0.0.1:40000`. */
  origin: string;
  /** `SIGKILL`: it gets no chance to clear up. */
  kill(): Promise<void>;
  /** `SIGTERM`: it finishes what is under way. */
  stop(): Promise<void>;
};

/** Every process that was started here and has not ended: none outlives us. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(130));
}

/**
 * Starts the service as in production, on a free port of 127.0.0.1, and waits until it listens. What it
 * logs of unexpected failures goes to our standard error.
 */
export async function startInstance(settings: Settings): Promise<Instance> {
  const child = spawn(process.execPath, [program], {
    env: { NODE_ENV: 'production', PORT: '0', LOG_LEVEL: 'fatal', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const finish = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    origin: await announcedOrigin(child),
    kill: async () => finish('SIGKILL'),
    stop: async () => finish('SIGTERM'),
  };
}

/** Reads the address from what the process prints once it is ready. */
async function announcedOrigin({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) {
    throw new Error('The process has no standard output');
  }
  const lines = createInterface({ input: stdout });
  try {
    for await (const line of lines) {
      const [, origin] = line.match(/REST\s+(\S+)\/api\/v1/) ?? [];
      if (origin !== undefined) {
        return origin;
      }
    }
  } finally {
    // Read on: a pipe that nobody empties would stop the process.
    stdout.resume();
  }
  throw new Error('The service ended before it was ready');
}
