import {
  fakePostmark,
  makeDataDirectory,
  productionSettings,
  runService,
  type FakePostmark,
  type Settings,
} from '@namecard/testing';
import { freePorts } from './programs.ts';

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
  postmark: FakePostmark;
};

async function startInstance(
  started: AsyncDisposableStack,
  settings: Settings,
  port: number,
): Promise<Instance> {
  const { path, postmasterPid } = started.use(await makeDataDirectory());
  const launch = async () => {
    const service = runService({ ...settings, DATA_DIR: path, PORT: String(port) });
    await service.ready;
    return service;
  };
  let current = await launch();
  started.defer(async () => void (await current.stop('SIGKILL')));
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

/**
 * @param databaseUrl undefined for an instance with an embedded database
 * @param settings besides those of production
 */
export async function startService(
  databaseUrl: string | undefined,
  {
    instances: count = 1,
    settings = {},
  }: { instances?: number; settings?: Settings } = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const postmark = started.use(await fakePostmark());
  const { DATABASE_URL: _, ...own } = productionSettings('', postmark.url);
  const database =
    databaseUrl === undefined
      ? { NODE_ENV: 'development' }
      : { DATABASE_URL: databaseUrl };
  const all = { ...own, ...database, ...settings };
  const start = (port: number) => startInstance(started, all, port);
  const [port = 0, ...ports] = await freePorts(count);
  // The first instance migrates.
  const first = await start(port);
  const instances = [first, ...(await Promise.all(ports.map(start)))] as const;
  const running = started.move();
  return {
    instances,
    origin: first.origin,
    origins: instances.map(({ origin }) => origin),
    postmark,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The item at this index, counted in circles. */
export function byTurns<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to take turns');
  return item;
}
