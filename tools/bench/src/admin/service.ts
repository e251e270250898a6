import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeDataDirectory, startService } from '@namecard/testing';

const run = promisify(execFile);

const seed = fileURLToPath(
  new URL('../../../../apps/api/src/scripts/seed.ts', import.meta.url),
);

/** The service over a database of so many profiles, and somebody signed in who may see them all. */
export type SeededService = { origin: string; token: string; stop: () => Promise<void> };

/** Seeds a database in a directory of its own and starts the service on it, as its operator would. */
export async function startSeeded(profiles: number): Promise<SeededService> {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await makeDataDirectory());
  const counts = ['--users', '--profiles'].flatMap((flag) => [flag, String(profiles)]);
  const { stdout } = await run(
    process.execPath,
    [seed, ...counts, '--sessions', '1', '--print-tokens'],
    { env: { PATH: process.env['PATH'], DATA_DIR: path } },
  );
  // The first of the people that are seeded.
  const settings = { DATA_DIR: path, ADMIN_EMAILS: 'person1@example.com' };
  const { origin, stop } = await startService(settings);
  started.defer(async () => {
    await stop();
  });
  const running = started.move();
  return { origin, token: stdout.trim(), stop: async () => running.disposeAsync() };
}
