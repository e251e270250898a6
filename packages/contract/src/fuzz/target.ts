import { openOrm, statements } from '@namecard/db';
import {
  fakePostmark,
  runService,
  testSecretKey,
  type ServiceProcess,
} from '@namecard/testing';
import { sql } from 'kysely';
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

/** No limits: the fuzzer sends more requests and guesses than they allow. */
const settings = {
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_ADDRESS: '0',
  LIMIT_WRONG_PER_IP: '0',
  LIMIT_WRONG_PER_DAY: '0',
  MAX_MAILS_PER_HOUR: '0',
  LIMIT_WRITES_PER_ACCOUNT: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};

/** Copies a database without connections and returns the copy's address. */
async function copyDatabase(url: string): Promise<string> {
  const [server, copy] = [new URL(url), new URL(url)];
  copy.pathname += '_copy';
  server.pathname = '/postgres';
  const orm = await openOrm({ url: server.href, poolSize: 1 });
  const [from, to] = [url, copy.href].map((one) =>
    sql.ref(new URL(one).pathname.slice(1)),
  );
  try {
    await sql`create database ${to} template ${from}`.execute(statements(orm.em.fork()));
  } finally {
    await orm.close();
  }
  return copy.href;
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
      ...settings,
      NODE_ENV: 'production',
      DATABASE_URL: url,
      SECRET_KEY: testSecretKey,
      LOG_LEVEL: 'error',
      POSTMARK_SERVER_TOKEN: 'of-the-fuzzer-only',
      POSTMARK_API_URL: postmark.url,
      EMAIL_FROM: 'hello@example.com',
      ADMIN_EMAILS: 'admin@example.com',
      PUBLIC_URL: 'https://cards.example.com',
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
