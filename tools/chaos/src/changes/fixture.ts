import { setTimeout as sleep } from 'node:timers/promises';
import { openOrm, type Orm, statements } from '@namecard/db';
import { fetchJson, nodeFlags, runService, type ServiceProcess } from '@namecard/testing';
import { sql } from 'kysely';
import { z } from 'zod';
import { seed } from '../abuse/subject.ts';
import { freePorts } from '../free-ports.ts';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { openInbox } from '../sign-in/fixture/inbox.ts';
import { startPostgres } from '../sign-in/fixture/postgres.ts';

/** Two instances on one PostgreSQL, which keep their addresses when they are killed and started again. */
export type Fixture = AsyncDisposable & {
  origins: [string, string];
  /** Of sessions: the first is an admin's. */
  tokens: string[];
  /** A service key that reads changes. */
  key: string;
  /** A look of our own into the database. */
  orm: Orm;
  /** Kills both with SIGKILL, one a moment after the other, and starts them again. */
  strike(): Promise<void>;
  /** Resolves once every change has its number. */
  untilNumbered(): Promise<void>;
};

const CreatedKey = z.object({ data: z.object({ token: z.string() }) });

async function createKey(origin: string, token: string): Promise<string> {
  const json = { name: 'The reader', scopes: ['changes:read'] };
  const { body } = await fetchJson(`${origin}/trpc/moderation.keys.create`, {
    token,
    json,
  });
  return z.object({ result: z.object({ data: CreatedKey }) }).parse(body).result.data.data
    .token;
}

/** @param users the writers, an admin besides */
export async function openFixture(users: number): Promise<Fixture> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres();
  opened.defer(() => postgres.remove());
  const tokens = await seed(postgres.url, { users: users + 1, profiles: 0 });
  const inbox = await openInbox();
  opened.defer(() => inbox.close());
  const settings = {
    ...productionSettings(postgres.url, inbox),
    // In production no webhook would be sent to this machine.
    NODE_ENV: 'development',
    ADMIN_EMAILS: 'person1@example.com',
    MAX_PROFILES_PER_ACCOUNT: '0',
    LOG_LEVEL: 'error',
  };
  const ports = await freePorts(2);
  const start = (port: number | undefined) =>
    runService({ ...settings, PORT: String(port) }, { flags: nodeFlags });
  const instances: [ServiceProcess, ServiceProcess] = [start(ports[0]), start(ports[1])];
  opened.defer(async () => {
    await Promise.all(instances.map(({ stop }) => stop('SIGKILL')));
  });
  const [one, other] = await Promise.all(instances.map(({ ready }) => ready));
  const orm = await openOrm({ url: postgres.url, poolSize: 1 });
  opened.defer(() => orm.close());
  const origins: [string, string] = [one?.origin ?? '', other?.origin ?? ''];
  const key = await createKey(origins[0], tokens[0] ?? '');

  const restart = async (place: 0 | 1) => {
    await sleep(Math.random() * 200);
    await instances[place].stop('SIGKILL');
    instances[place] = start(ports[place]);
    await instances[place].ready;
  };
  const running = opened.move();
  return {
    origins,
    tokens,
    key,
    orm,
    strike: async () => {
      await Promise.all([restart(0), restart(1)]);
    },
    untilNumbered: async () => {
      const isPending = async () => {
        const { rows } = await sql`select from pending_changes limit 1`.execute(
          statements(orm.em),
        );
        return rows.length > 0;
      };
      while (await isPending()) await sleep(50);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
