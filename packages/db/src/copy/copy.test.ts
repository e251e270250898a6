import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../database-url.ts';
import { statements } from '../database.ts';
import { readMigrations } from '../migrate.ts';
import { migrations } from '../migrations/index.ts';
import { openOrm, type Orm } from '../orm.ts';
import type { TestDatabase } from '../testing.ts';
import { createTestDatabase, useTestDatabase, wrongCounts } from '../testing.ts';
import { laterMigration, withLaterMigration } from '../testing/later-migration.ts';
import { withClient } from './connection.ts';
import { loadSnapshot } from './load.ts';
import { readSnapshot, type Snapshot, type TableRows } from './snapshot.ts';

const source = useTestDatabase();
const older = useTestDatabase();

/** Migrated and empty: a service has started on it. */
let target: TestDatabase;

const run = async ({ orm }: TestDatabase, text: string) =>
  orm.em.getConnection().execute(text);

/** Makes the target one that was just created. */
const empty = async () => run(target, 'drop schema public cascade; create schema public');

async function bytesOf(rows: TableRows['rows']): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of rows) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** All rows as text, without a feed's id, and all sequences. */
async function contentOf({ url }: TestDatabase): Promise<Record<string, unknown>> {
  return readSnapshot(url, async ({ tables, sequences }) => {
    const content: Record<string, unknown> = { sequences };
    for await (const { name, rows } of tables) {
      const lines = (await bytesOf(rows)).toString().trimEnd().split('\n').toSorted();
      content[name] =
        name === 'change_feeds' ? lines.map((line) => line.split('\t')[1]) : lines;
    }
    return content;
  });
}

/** Uses a new ORM, as a command does: an ORM caches facts about the database. */
async function withOrm<Result>(
  { url }: TestDatabase,
  work: (orm: Orm) => Promise<Result>,
): Promise<Result> {
  const orm = await openOrm({ url });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

const load = async (snapshot: Snapshot) =>
  withOrm(target, (orm) => loadSnapshot({ orm, url: target.url }, snapshot));

const move = async (change: (snapshot: Snapshot) => Snapshot = (same) => same) =>
  readSnapshot(source().url, (snapshot) => load(change(snapshot)));

const annId = randomUUID();

beforeAll(async () => {
  const ann = `'${annId}'`;
  await run(
    source(),
    `
    insert into users (id, email, email_key, wallet_address, profile_count)
      select case n when 1 then ${ann}::uuid else gen_random_uuid() end, n || '@example.com', n || '@example.com',
        E'tab\\t, newline\\n, backslash \\\\. \\\\N and "quotes" ü 名', 0 from generate_series(1, 50) n;
    insert into profiles (id, owner_id, username, username_key, referral, hidden, latitude, longitude)
      select gen_random_uuid(), ${ann}, 'n' || n, 'n' || n, '', n % 7 = 0, 0.1 + 0.2, n / 3.0 from generate_series(1, 500) n;
    update users set profile_count = 500 where id = ${ann};
    update profiles p set referrer_id = later.id from profiles later where later.position = p.position + 1;
    insert into sessions (id, user_id, token_hash, browser, system) values (gen_random_uuid(), ${ann}, '\\x00ff5c', 'a', 'b');
    insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
      values (${ann}, 'profile.hidden', 'operator', '', '', '', 1, 1);
    insert into audit_events (id, action_id, type, before, after)
      values (${ann}, ${ann}, 'profile.hidden', '{"a": "\\\\n"}', '{}');
  `,
  );
});

beforeEach(async () => {
  target = await createTestDatabase();
});
afterEach(async () => target.drop());

async function* brokenOff(rows: TableRows['rows']): TableRows['rows'] {
  for await (const row of rows) {
    yield row;
    throw new Error('broken off');
  }
}

describe('a copy', () => {
  it('has the same rows, and its sequences continue', async () => {
    await empty();
    const { rows } = await move();
    expect(rows).toMatchObject({ users: 50, profiles: 500, audit_events: 1 });
    expect(await contentOf(target)).toEqual(await contentOf(source()));
    await run(
      target,
      `insert into profiles (id, owner_id, username, username_key, referral)
       values (gen_random_uuid(), '${annId}', 'new', 'new', '')`,
    );
    const [newest] = await run(
      target,
      'select username from profiles order by position desc limit 1',
    );
    expect(newest).toEqual({ username: 'new' });
  });

  it('has another feed of changes, which continues with the next number', async () => {
    await run(source(), 'select number_changes(100)');
    await move();
    const read = `select id, (select max(number)::int from changes) as last from change_feeds`;
    const [from, to] = [await run(source(), read), await run(target, read)];
    expect(from).toEqual([{ id: expect.any(String), last: 100 }]);
    expect(to).toEqual([{ id: expect.not.stringMatching(from[0]?.['id']), last: 100 }]);
    await run(target, 'select number_changes(10000)');
    const whole = `select (count(*) = max(number) and max(number) > 1000) as "isWhole" from changes`;
    expect(await run(target, whole)).toEqual([{ isWhole: true }]);
  });

  it('counts later writes: its triggers exist, and did not count the copied rows', async () => {
    await move();
    const em = target.orm.em.fork();
    expect(await wrongCounts(em)).toEqual([]);
    await run(
      target,
      `delete from profiles where username = 'n1'; update users set profile_count = 499`,
    );
    await run(target, `update users set profile_count = 0 where id <> '${annId}'`);
    expect(await wrongCounts(em)).toEqual([]);
    await expect(run(target, `delete from audit_events`)).rejects.toThrow(
      'never changed',
    );
    await expect(run(target, `truncate audit_events`)).rejects.toThrow('never truncated');
  });

  it('shows one instant, even if much is written meanwhile', async () => {
    await readSnapshot(source().url, async (snapshot) => {
      await run(
        source(),
        `insert into users (id, email, email_key) values (gen_random_uuid(), 'late', 'late')`,
      );
      await load(snapshot);
    });
    await run(source(), `delete from users where email = 'late'`);
    expect(await run(target, `select from users where email = 'late'`)).toEqual([]);
    expect(await run(target, 'select from users')).toHaveLength(50);
  });

  it('is refused by a database with users, and by one with other tables', async () => {
    await move();
    await expect(move()).rejects.toThrow(/^The database is not empty/);
    await empty();
    await run(target, 'create table theirs (id int)');
    await expect(move()).rejects.toThrow(/^The database is not empty/);
    expect(await run(target, `select to_regclass('users') as users`)).toEqual([
      { users: null },
    ]);
  });

  it('is accepted by a database on which a service has started', async () => {
    await run(
      target,
      `insert into budgets (name, full_at) values ('mails_to_unknown', now()) on conflict do nothing`,
    );
    await move();
    expect(await contentOf(target)).toEqual(await contentOf(source()));
  });

  it('of an older version is loaded into its own tables, then migrated', async () => {
    await empty();
    const names = migrations.map(({ name }) => name);
    await run(
      older(),
      `insert into users (id, email, email_key) values ('${annId}', 'ann', 'ann')`,
    );
    const later = [
      'alter table users add column nickname text',
      `update users set nickname = email || '!'`,
    ];
    await withLaterMigration(later, async () => readSnapshot(older().url, load));
    expect(await readMigrations(target.orm.em.fork())).toEqual([
      ...names,
      laterMigration,
    ]);
    expect(await run(target, 'select email, nickname from users')).toEqual([
      { email: 'ann', nickname: 'ann!' },
    ]);
  });

  it('that comes from a newer version is refused', async () => {
    const newer = (snapshot: Snapshot) => ({
      ...snapshot,
      migrations: [...snapshot.migrations, laterMigration],
    });
    await expect(move(newer)).rejects.toThrow(/another version/i);
  });

  const cut: [string, (tables: AsyncIterable<TableRows>) => AsyncGenerator<TableRows>][] =
    [
      [
        'without one of its tables',
        async function* (tables) {
          for await (const table of tables) {
            if (table.name === 'audit_events') await bytesOf(table.rows);
            else yield table;
          }
        },
      ],
      [
        'with fewer rows than were written',
        async function* (tables) {
          for await (const table of tables)
            yield { ...table, count: async () => (await table.count()) + 1 };
        },
      ],
      [
        'that breaks off between two tables',
        async function* (tables) {
          for await (const table of tables) {
            if (table.name === 'profiles') throw new Error('broken off');
            yield table;
          }
        },
      ],
      [
        'whose names are no names of tables',
        async function* (tables) {
          for await (const table of tables) {
            yield { ...table, name: `(select 1) to program 'true' --`, columns: [] };
          }
        },
      ],
      [
        'that breaks off within a table',
        async function* (tables) {
          for await (const { rows, ...table } of tables) {
            yield { ...table, rows: table.name === 'profiles' ? brokenOff(rows) : rows };
          }
        },
      ],
    ];

  it.each(cut)('%s leaves nothing behind', async (_, change) => {
    const cutting = move((snapshot) => ({
      ...snapshot,
      tables: change(snapshot.tables),
    }));
    await expect(cutting).rejects.toThrow(/not whole|broken off/);
    expect(await run(target, 'select from users')).toEqual([]);
    await move();
    expect(await contentOf(target)).toEqual(await contentOf(source()));
  });
});

describe('a snapshot', () => {
  it('can be taken only of Namecard’s databases', async () => {
    await empty();
    await expect(readSnapshot(target.url, async () => {})).rejects.toThrow(/no Namecard/);
  });

  it('takes as long as it takes, as a migration does, whatever limit of a transaction the server has', async () => {
    const { database } = parseDatabaseUrl(source().url).client;
    // PostgreSQL 15 and 16 have no such limit.
    const limit = async (how: string) =>
      run(
        source(),
        `do $$ begin
          if current_setting('server_version_num')::int >= 170000 then
            alter database ${database} ${how};
          end if;
        end $$`,
      );
    await limit(`set transaction_timeout = '100ms'`);
    const reading = readSnapshot(source().url, async ({ tables }) => {
      await sleep(300);
      let read = 0;
      for await (const { rows } of tables) read += (await bytesOf(rows)).length;
      return read;
    });
    await expect(reading).resolves.toBeGreaterThan(0);
    const migrating = withOrm(source(), (orm) =>
      orm.em.transactional((em) => em.execute('select pg_sleep(0.3)')),
    );
    await expect(migrating).resolves.toHaveLength(1);
    await limit('reset transaction_timeout');
  });

  it('leaves no connection behind if it is not read to the end', async () => {
    const stop = new Error('enough');
    const reading = readSnapshot(source().url, async ({ tables }) => {
      for await (const { rows } of tables) for await (const _ of rows) throw stop;
    });
    await expect(reading).rejects.toBe(stop);
    const connected = async () =>
      withClient(source().url, async (client) => {
        const { rows } = await client.query<{ query: string }>(
          `select query from pg_stat_activity where datname = current_database() and query like 'copy%'`,
        );
        return rows;
      });
    await expect.poll(connected).toEqual([]);
    await sql`select 1`.execute(statements(source().orm.em.fork()));
  });
});
