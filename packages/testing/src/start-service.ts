import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { makeDataDirectory } from './data-directory.ts';
import { compileCache, fromRoot, type Addresses, type Settings } from './run-service.ts';

/** For tests only. */
export const testSecretKey = 'for-tests-only-'.repeat(3);

export type RunningService = Addresses & { stop: () => Promise<void> };

const Answer = z.object({
  id: z.uuid(),
  origin: z.url().optional(),
  mailbox: z.url().optional(),
  error: z.string().optional(),
});

type Answer = z.infer<typeof Answer>;

/** What was asked for, by its id. */
const waiting = new Map<string, PromiseWithResolvers<Answer>>();

/** Has all services that this process starts, and ends with it. */
let host: ChildProcess | undefined;

function forkHost(): ChildProcess {
  const { PATH, HOME } = process.env;
  const child = fork(fromRoot('apps/api/src/testing/host.ts'), {
    env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', (message) => {
    const answer = Answer.parse(message);
    waiting.get(answer.id)?.resolve(answer);
  });
  child.once('exit', () => {
    host = undefined;
    for (const { reject } of waiting.values())
      reject(new Error('The services have ended'));
  });
  child.unref();
  return child;
}

type Wish = { settings: Settings; demo: boolean };

/** Without a wish the service stops. */
async function ask(id: string, wish?: Wish): Promise<Answer> {
  host ??= forkHost();
  const { channel } = host;
  const answer = Promise.withResolvers<Answer>();
  waiting.set(id, answer);
  channel?.ref();
  host.send({ id, ...wish });
  try {
    const told = await answer.promise;
    if (told.error !== undefined) throw new Error(told.error);
    return told;
  } finally {
    waiting.delete(id);
    // Services alone keep no process from ending.
    if (waiting.size === 0) channel?.unref();
  }
}

/**
 * In the process that has all services of this one; `runService` starts one as `npm
 * start` does. Has a database of its own, unless `DATABASE_URL` is set.
 * @param options with `demo`, an empty database gets 300 made-up profiles
 */
export async function startService(
  settings: Settings = {},
  { demo = false } = {},
): Promise<RunningService> {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await makeDataDirectory());
  const own = { DATA_DIR: path, SECRET_KEY: testSecretKey };
  const id = randomUUID();
  const { origin = '', mailbox } = await ask(id, {
    settings: { ...own, ...settings },
    demo,
  });
  started.defer(async () => void (await ask(id)));
  const running = started.move();
  return { origin, mailbox, stop: async () => running.disposeAsync() };
}
