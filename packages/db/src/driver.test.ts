import { createServer } from 'node:net';
import { withConnection } from '@namecard/embedded-postgres';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { isUnavailable, troubleIn, violatesUnique } from './errors.ts';
import { openOrm, type Orm } from './orm.ts';
import { preparedSql } from './prepared-query.ts';
import { liftTimeLimit } from './session.ts';
import {
  raceTogether,
  startTemporary,
  statementsOf,
  useTestDatabase,
} from './testing.ts';
import { listen } from './testing/listen.ts';

const database = useTestDatabase();

const opened: Orm[] = [];

/** One connection. It counts as dead if a statement takes over 1.5 s. */
async function openImpatient(): Promise<Orm> {
  const orm = await openOrm({ url: database().url, poolSize: 1, deadline: 1_500 });
  opened.push(orm);
  return orm;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (orm) => orm.close()));
});

const run = async (em: Orm['em'], statement: string) =>
  sql.raw(statement).execute(statements(em));

/** The error of work that fails; undefined if it succeeds. */
const failure = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (reason: unknown) => reason,
  );

describe('a statement that is not answered in time', () => {
  it('fails like on an unreachable database, and another connection replaces its own', async () => {
    const { em } = await openImpatient();
    const error = await failure(run(em.fork(), 'select pg_sleep(5)'));
    expect(isUnavailable(error)).toBe(true);
    expect((await run(em.fork(), 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('ends its transaction, and leaves no connection reserved', async () => {
    const { em } = await openImpatient();
    const work = em
      .fork()
      .transactional(async (inner) => run(inner, 'select pg_sleep(5)'));
    expect(isUnavailable(await failure(work))).toBe(true);
    expect((await run(em.fork(), 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('does not include idle connections or transactions of quick statements', async () => {
    const { em } = await openImpatient();
    const { rows: before } = await run(em.fork(), 'select pg_backend_pid()');
    await em.fork().transactional(async (inner) => {
      for (let part = 0; part < 4; part += 1) await run(inner, 'select pg_sleep(0.5)');
    });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await run(em.fork(), 'select pg_backend_pid()')).rows).toEqual(before);
  });

  it('may take longer after the time limit was lifted, until its transaction ends', async () => {
    const { em } = await openImpatient();
    const long = em.fork().transactional(async (inner) => {
      await liftTimeLimit(inner);
      await run(inner, 'select pg_sleep(3)');
    });
    await expect(long).resolves.toBeUndefined();
    const error = await failure(run(em.fork(), 'select pg_sleep(5)'));
    expect(isUnavailable(error)).toBe(true);
  });
});

describe('connections that end inside a transaction', () => {
  it('cost their pool no place', async () => {
    const places = 4;
    const orm = await openOrm({ url: database().url, poolSize: places });
    opened.push(orm);
    /** Runs as many transactions as there are places, all open at one moment. */
    const fill = async (last: (em: Orm['em']) => Promise<unknown>) => {
      const all = Promise.withResolvers<void>();
      let open = 0;
      const work = async (em: Orm['em']) => {
        await run(em, 'select 1');
        open += 1;
        if (open === places) all.resolve();
        await all.promise;
        await last(em);
      };
      const filling = Array.from({ length: places }, async () =>
        failure(orm.em.fork().transactional(work)),
      );
      return Promise.all(filling);
    };
    const broken = await fill(async (em) =>
      run(em, 'select pg_terminate_backend(pg_backend_pid())'),
    );
    expect(broken.map(isUnavailable)).toEqual(broken.map(() => true));
    expect(await fill(async () => {})).toEqual(broken.map(() => undefined));
  });
});

const slow = preparedSql(() => sql`select pg_sleep(14)`);
const quick = preparedSql(() => sql`select 1 as one`);

describe.each([
  ['unprepared', 'select pg_sleep(14)', 'select 1 as one'],
  ['prepared', slow, quick],
])('closing', (kind, first, second) => {
  const send = async ({ em }: Orm, statement: string | typeof slow) =>
    typeof statement === 'string' ? run(em.fork(), statement) : statement(em.fork());

  it(`waits only briefly for ${kind} statements, even if it is called again`, async () => {
    const orm = await openOrm({ url: database().url });
    const work = failure(send(orm, first));
    await send(orm, second);
    await Promise.all([orm.close(), orm.close()]);
    // A statement that was waited for succeeds.
    expect(isUnavailable(await work)).toBe(true);
  });
});

describe('a session', () => {
  it('has the service’s limits and formats, even if the database sets others', async () => {
    const { url } = database();
    await run(
      database().orm.em.fork(),
      `do $$ begin
        execute format('alter database %I set DateStyle = %L', current_database(), 'SQL, DMY');
        execute format('alter database %I set TimeZone = %L', current_database(), 'Asia/Tokyo');
        execute format('alter database %I set statement_timeout = 0', current_database());
        execute format('alter database %I set jit = on', current_database());
      end $$`,
    );
    const orm = await openOrm({ url });
    opened.push(orm);
    const { rows } = await run(
      orm.em.fork(),
      `select timestamptz '2026-11-22 12:00+00' || '' as instant,
        current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit`,
    );
    expect(rows).toEqual([
      {
        instant: '2026-11-22 12:00:00+00',
        statement: '15s',
        lock: '5s',
        idle: '15s',
        jit: 'off',
      },
    ]);
  });
});

describe('a single statement that fails because of a concurrent one', () => {
  it.each(['repeatable read', 'serializable'])(
    'is repeated and takes effect once for each of 30 racers at %s',
    async (level) => {
      const { orm, url } = database();
      await run(orm.em.fork(), 'create table if not exists counter as select 0 as value');
      const before = await run(orm.em.fork(), 'select value from counter');
      await run(
        orm.em.fork(),
        `do $$ begin execute format(
          'alter database %I set default_transaction_isolation = %L', current_database(), '${level}'
        ); end $$`,
      );
      const racing = await openOrm({ url });
      opened.push(racing);
      const racers = await raceTogether(30, async () =>
        run(
          racing.em.fork(),
          'update counter set value = value + 1 where pg_sleep(0.001) is not null',
        ),
      );
      expect(racers.filter(({ status }) => status === 'rejected')).toEqual([]);
      const after = await run(orm.em.fork(), 'select value from counter');
      const value = (rows: unknown[]) => Number(Reflect.get(Object(rows[0]), 'value'));
      expect(value(after.rows) - value(before.rows)).toBe(30);
    },
  );
});

it('a second account for an address is tried three times more, and then fails', async () => {
  const second = `insert into users (id, email, email_key) values (gen_random_uuid(), 'x', 'second@example.com')`;
  const em = () => database().orm.em.fork();
  await run(em(), second);
  let error: unknown;
  const sent = await statementsOf(async () => (error = await failure(run(em(), second))));
  expect(violatesUnique(error, 'users_email_key_unique')).toBe(true);
  expect(sent.filter((text) => text === second)).toHaveLength(4);
});

describe('a server that closes after its greeting', () => {
  /** A message of the protocol: its type, its length and its content. */
  const message = (type: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
  };
  const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')];
  const end = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');

  it('counts as unreachable', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([...welcome, end])));
      socket.on('error', () => {});
    });
    const orm = await openOrm({ url: `postgresql://u@${await listen(server)}/d` });
    opened.push(orm);
    await expect(run(orm.em.fork(), 'select 1')).rejects.toSatisfy(isUnavailable);
    server.close();
  });
});

describe('a server that has no connection left', () => {
  let server: Awaited<ReturnType<typeof startTemporary>>;
  // Limits don't apply to a superuser, which the run's role may be.
  beforeAll(async () => {
    server = await startTemporary();
  });
  afterAll(() => server.stop());

  /** A pool of ten on a database with that limit of connections. */
  async function openLimited(limit: number) {
    const url = new URL(server.adminUrl);
    await withConnection(server.adminUrl, (admin) =>
      admin.query(`create database limited_${limit} connection limit ${limit}`),
    );
    url.pathname = `/limited_${limit}`;
    const orm = await openOrm({ url: url.href, poolSize: 10 });
    return {
      ask: async () => run(orm.em.fork(), 'select pg_sleep(0.01)'),
      [Symbol.asyncDispose]: () => orm.close(),
    };
  }

  it.each([1, 3])('makes 30 callers wait for the %i open connections', async (limit) => {
    await using limited = await openLimited(limit);
    await limited.ask();
    const answers = await raceTogether(30, limited.ask);
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('fails at once if no connection is open', async () => {
    await using limited = await openLimited(0);
    const error = await failure(limited.ask());
    expect(troubleIn(error)).toMatchObject({
      trouble: 'too_many_connections',
      reason: expect.stringMatching(/^53300: /),
    });
  });
});

describe('a connection that has become read-only', () => {
  const insert = async ({ em }: Orm, name: string) =>
    run(
      em.fork(),
      `insert into users (id, email, email_key) values (gen_random_uuid(), '${name}', '${name}')`,
    );

  it('is closed after the transaction that noticed it', async () => {
    const orm = await openOrm({ url: database().url, poolSize: 1 });
    opened.push(orm);
    await run(orm.em.fork(), 'set default_transaction_read_only = on');
    await expect(insert(orm, 'one')).rejects.toSatisfy(isUnavailable);
    await insert(orm, 'two');
    await run(orm.em.fork(), 'set default_transaction_read_only = on');
    const inTransaction = orm.em.fork().transactional(async (em) => {
      await sql.raw(`delete from users`).execute(statements(em));
    });
    await expect(inTransaction).rejects.toMatchObject({ code: '25006' });
    await insert(orm, 'three');
  });
});
