import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrm, startEmbedded, statements } from '@namecard/db';
import { sql } from 'kysely';
import pino from 'pino';
import { readEnvironment } from '../../../../apps/api/src/env.ts';
import { startService, type Service } from '../../../../apps/api/src/service.ts';
import { populate } from './population.ts';
import { closeConnections } from './send.ts';
import type { Target } from './target.ts';

/** Every limit is off: the fuzzer asks more often, and guesses more, than they allow. */
export const settings = {
  LIMIT_SEND_PER_IP: '0',
  LIMIT_VERIFY_PER_IP: '0',
  LIMIT_WRONG_PER_ADDRESS: '0',
  LIMIT_WRONG_GLOBAL: '0',
  LIMIT_MAILS_PER_CHALLENGE: '0',
  MAX_MAILS_PER_HOUR: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};

const databaseAt = (url: string, name: string) => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

async function createDatabase(url: string, name: string, template = 'template1'): Promise<string> {
  const orm = await openOrm({ url: databaseAt(url, 'postgres'), poolSize: 1 });
  try {
    const statement = sql`create database ${sql.ref(name)} template ${sql.ref(template)}`;
    await statement.execute(statements(orm.em.fork()));
  } finally {
    await orm.close();
  }
  return databaseAt(url, name);
}

async function serve(databaseUrl: string, failures: string[]): Promise<Service> {
  const environment = readEnvironment({
    ...settings,
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'of-the-fuzzer-only-'.repeat(2),
    PORT: '0',
  });
  const logger = pino({ level: 'error' }, { write: (line) => failures.push(line) });
  return startService(environment, logger);
}

async function startPostgres(started: AsyncDisposableStack): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'namecard-fuzz-'));
  started.defer(async () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  // Root runs PostgreSQL as another account, which has to get in.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, durable: false });
  started.defer(async () => embedded.stop());
  return embedded.url;
}

/**
 * Two services in this process, each on a database of its own that begins as a copy of one: REST asks the one what tRPC asks
 * the other. Both see the same calls in the same order, so whatever they answer has to be the same, writes included.
 */
export async function openWorlds(): Promise<Target> {
  await using started = new AsyncDisposableStack();
  const url = await startPostgres(started);
  const failures: string[] = [];
  const first = await createDatabase(url, 'fuzz_rest');
  const peopled = await serve(first, failures);
  const population = await populate(peopled);
  await peopled.close();
  const second = await createDatabase(url, 'fuzz_trpc', 'fuzz_rest');
  const rest = await serve(first, failures);
  started.defer(async () => rest.close());
  const trpc = await serve(second, failures);
  started.defer(async () => trpc.close());
  started.defer(closeConnections);
  const running = started.move();
  return {
    ...population,
    rest: rest.address,
    trpc: trpc.address,
    twins: true,
    inProcess: true,
    takeFailures: () => failures.splice(0),
    close: async () => running.disposeAsync(),
  };
}
