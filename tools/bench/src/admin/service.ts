import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

const programOf = (name: string) =>
  fileURLToPath(new URL(`../../apps/api/src/${name}.ts`, import.meta.url));

/** The service over a database of so many profiles, and somebody signed in who may see them all. */
export type SeededService = { origin: string; token: string; stop: () => Promise<void> };

/** Where a starting service says that it listens; fails where it ends instead. */
async function originOf(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout) {
    for await (const line of createInterface({ input: child.stdout })) {
      const [, origin] = line.match(/(http:\/\/\S+)\/admin\//) ?? [];
      if (origin !== undefined) {
        return origin;
      }
    }
  }
  throw new Error('The service ended before it listened.');
}

/** Seeds a database in a directory of its own and starts the service on it, as its operator would. */
export async function startSeeded(profiles: number): Promise<SeededService> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-bench-admin-'));
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: directory,
    LOG_LEVEL: 'error',
    // The first of the people that are seeded.
    ADMIN_EMAILS: 'person1@example.com',
  };
  const size = ['--users', String(profiles), '--profiles', String(profiles)];
  const { stdout } = await run(
    process.execPath,
    [programOf('seed'), ...size, '--sessions', '1', '--print-tokens'],
    { env },
  );
  const child = spawn(process.execPath, [programOf('main')], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    return { origin: await originOf(child), token: stdout.trim(), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
