import { withDatabase } from '@namecard/db/testing';
import { withConnection } from '@namecard/embedded-postgres';
import {
  fakePostmark,
  productionSettings,
  runService,
  type ServiceProcess,
} from '@namecard/testing';
import { populate, type Population } from './population.ts';

/** Two equal services that get the same calls in the same order. */
export type Target = Population & {
  /** The origin for REST, such as `http://127.0.0.1:3000`. */
  rest: string;
  /** The origin for tRPC. */
  trpc: string;
  /** When the databases were separated, in milliseconds since 1970. */
  partedAt: number;
  /** Failures that the services have logged since the last call. */
  takeFailures: () => string[];
  close: () => Promise<void>;
};

/** Copies a database without connections and returns the copy's address. */
async function copyDatabase(url: string): Promise<string> {
  const template = new URL(url).pathname.slice(1);
  const copy = `${template}_copy`;
  await withConnection(withDatabase(url, 'template1'), (client) =>
    client.query(`create database ${copy} template ${template}`),
  );
  return withDatabase(url, copy);
}

/** Each call returns the lines logged since the last call. */
function logOf({ stdout }: ServiceProcess): () => string[] {
  let read = stdout().length;
  return () => {
    const text = stdout().slice(read);
    read += text.length;
    return text.split('\n').filter((line) => line !== '');
  };
}

/**
 * Two services with identical databases: one for REST, one for tRPC. So all their
 * answers must be the same, even after writes.
 * @param databaseUrl of an empty database without connections
 */
export async function openTarget(databaseUrl: string): Promise<Target> {
  await using started = new AsyncDisposableStack();
  const postmark = started.use(await fakePostmark());
  const serve = (url: string) =>
    runService({
      ...productionSettings(url, postmark.url),
      LIMIT_WRONG_PER_ADDRESS: '0',
      LIMIT_WRONG_PER_IP: '0',
      ADMIN_EMAILS: 'admin@example.com',
      AUDIENCES: 'forum, shop pairwise',
    });
  const first = started.use(serve(databaseUrl));
  const population = await populate((await first.ready).origin, databaseUrl, postmark);
  await first.stop();
  const partedAt = Date.now();
  const services = [databaseUrl, await copyDatabase(databaseUrl)].map((url) =>
    started.use(serve(url)),
  );
  const [rest = '', trpc = ''] = await Promise.all(
    services.map(async ({ ready }) => (await ready).origin),
  );
  const logs = services.map(logOf);
  const running = started.move();
  return {
    ...population,
    rest,
    trpc,
    partedAt,
    takeFailures: () => logs.flatMap((newLines) => newLines()),
    close: async () => running.disposeAsync(),
  };
}
