import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openOrm, statements, type Orm } from '@namecard/db';
import {
  nodeFlags,
  startService,
  type RunningService,
  type Settings,
} from '@namecard/testing';
import { sql } from 'kysely';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { openInbox, type Inbox } from '../sign-in/fixture/inbox.ts';

const run = promisify(execFile);

const seeder = fileURLToPath(
  new URL('../../../../apps/api/src/scripts/seed.ts', import.meta.url),
);

/** One instance of the service on a database of made-up people. */
export type Subject = AsyncDisposable &
  Pick<RunningService, 'origin' | 'pid'> & {
    inbox: Inbox;
    /** A look of our own into the database. */
    orm: Orm;
    /** Of sessions: the first is an admin's, who is `person1@example.com`, the next `person2@example.com`'s. */
    tokens: string[];
  };

/** Who is there: each has a session. */
export type People = { users: number; profiles: number };

/** Fills an empty database by the service's own command, and returns the sessions' tokens. */
export async function seed(
  databaseUrl: string,
  { users, profiles }: People,
): Promise<string[]> {
  const counts = ['--users', users, '--sessions', users, '--profiles', profiles].map(
    String,
  );
  const { stdout } = await run(process.execPath, [seeder, ...counts, '--print-tokens'], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: databaseUrl },
  });
  return stdout.trim().split('\n');
}

/** Makes the newest hundred profiles as large as they may be: what a page of a hundred holds. */
const fatten = sql`
  update profiles set about = repeat('🂡', 2000), socials = (
    select jsonb_object_agg(name, rpad('https://example.com/', 2048, 'x'))
    from unnest(array['x', 'telegram', 'website', 'discord']) as name
  )
  where id in (select id from profiles order by created_at desc, id desc limit 100)`;

/** Starts the service as `npm start` does, with the settings of production and the default limits. */
export async function startSubject(
  databaseUrl: string,
  people: People,
  changes: Settings = {},
): Promise<Subject> {
  await using started = new AsyncDisposableStack();
  const tokens = await seed(databaseUrl, people);
  const orm = await openOrm({ url: databaseUrl, poolSize: 2 });
  started.defer(() => orm.close());
  await fatten.execute(statements(orm.em.fork()));
  const inbox = await openInbox();
  started.defer(() => inbox.close());
  const settings = {
    ...productionSettings(databaseUrl, inbox),
    ADMIN_EMAILS: 'person1@example.com',
    ...changes,
  };
  const { origin, pid, stop } = await startService(settings, { flags: nodeFlags });
  started.defer(async () => {
    await stop('SIGKILL');
  });
  const running = started.move();
  return {
    origin,
    pid,
    inbox,
    orm,
    tokens,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
