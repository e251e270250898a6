import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  makeDataDirectory,
  runService,
  type DataDirectory,
  type ServiceProcess,
  type Settings,
} from '@namecard/testing';
import { freePorts } from './free-ports.ts';
import { openInbox, type Inbox } from './inbox.ts';

const run = promisify(execFile);

const seeder = fileURLToPath(
  new URL('../../../../apps/api/src/scripts/seed.ts', import.meta.url),
);

/** One process of the service. It keeps its port after a restart. */
export type Instance = {
  port: number;
  origin: string;
  pid(): number;
  /** The process of its embedded database. */
  postmasterPid(): number | undefined;
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number | string>;
  /** Starts it again and waits until it is ready. */
  start(): Promise<void>;
};

/**
 * Several instances on one database, like `namecard@PORT`, and a fake Postmark.
 */
export type Service = AsyncDisposable & {
  instances: readonly [Instance, ...Instance[]];
  /** The first instance's address. */
  origin: string;
  origins: readonly string[];
  inbox: Inbox;
  /** Tokens of seeded people. The first is an admin: `person1@example.com`. */
  tokens: readonly string[];
};

type People = { users: number; profiles: number };

/** Settings as in production behind a proxy on this machine. */
export const productionSettings = (
  databaseUrl: string | undefined,
  { url }: Pick<Inbox, 'url'>,
): Settings => ({
  ...(databaseUrl === undefined
    ? { NODE_ENV: 'development' }
    : { NODE_ENV: 'production', DATABASE_URL: databaseUrl }),
  SECRET_KEY: 'of-these-runs-only-'.repeat(2),
  POSTMARK_SERVER_TOKEN: 'of-these-runs-only',
  POSTMARK_API_URL: url,
  EMAIL_FROM: 'Namecard <hello@example.com>',
  TRUST_PROXY: '127.0.0.1/32',
  ADMIN_EMAILS: 'person1@example.com',
  LOG_LEVEL: 'error',
});

/** For loads above those of people. */
export const unlimited: Settings = {
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_DAY: '0',
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRITES_PER_ACCOUNT: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};

/**
 * Fills an empty database by the service's own command. Returns a session's token
 * of each user.
 */
async function seed(databaseUrl: string, { users, profiles }: People): Promise<string[]> {
  const flags = ['--users', users, '--sessions', users, '--profiles', profiles];
  const args = [seeder, ...flags.map(String), '--print-tokens'];
  const { stdout } = await run(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: databaseUrl },
    maxBuffer: 16 * 1024 ** 2,
  });
  return stdout.trim().split('\n');
}

async function startInstance(
  settings: Settings,
  port: number,
  { postmasterPid }: DataDirectory,
): Promise<Instance> {
  const launch = async (): Promise<ServiceProcess> => {
    const own = { ...settings, PORT: String(port) };
    const started = runService(own);
    await started.ready;
    return started;
  };
  let current = await launch();
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    pid: () => current.pid,
    postmasterPid,
    stop: (signal) => current.stop(signal),
    start: async () => {
      current = await launch();
    },
  };
}

type Wishes = {
  instances?: number;
  /** People to seed; none by default. */
  people?: People;
  /** Settings besides those of production and the default limits. */
  settings?: Settings;
};

/** @param databaseUrl undefined for an instance with an embedded database */
export async function startService(
  databaseUrl: string | undefined,
  { instances: count = 1, people, settings = {} }: Wishes = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const tokens = databaseUrl && people ? await seed(databaseUrl, people) : [];
  const inbox = started.use(await openInbox());
  const start = async (port: number) => {
    const directory = started.use(await makeDataDirectory());
    const production = productionSettings(databaseUrl, inbox);
    const own = { ...production, DATA_DIR: directory.path, ...settings };
    const instance = await startInstance(own, port, directory);
    started.defer(async () => void (await instance.stop('SIGKILL')));
    return instance;
  };
  const [port = 0, ...ports] = await freePorts(count);
  // The first instance migrates.
  const first = await start(port);
  const instances = [first, ...(await Promise.all(ports.map(start)))] as const;
  const running = started.move();
  return {
    instances,
    origin: first.origin,
    origins: instances.map(({ origin }) => origin),
    inbox,
    tokens,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The item at this index, counted in circles. */
export function byTurns<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to take turns');
  return item;
}
