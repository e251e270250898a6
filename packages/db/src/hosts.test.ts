import { connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { isUnavailable } from './errors.ts';
import { createHosts } from './hosts.ts';
import { openOrm, type Orm } from './orm.ts';
import { reasonOf } from './start-error.ts';
import { useTestDatabase } from './testing.ts';
import { listen } from './testing/listen.ts';

const database = useTestDatabase();

const opened: Orm[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (orm) => orm.close()));
});

/** An instance with one connection, to the test's database at these hosts. */
async function open(hosts: string, parameters = ''): Promise<Orm> {
  const { username, password, pathname } = new URL(database().url);
  const login = password === '' ? username : `${username}:${password}`;
  const url = `postgresql://${login}@${hosts}${pathname}?${parameters}`;
  const orm = await openOrm({ url, poolSize: 1 });
  opened.push(orm);
  return orm;
}

const own = () => new URL(database().url).host;

const run = async (orm: Orm, text: string) =>
  sql.raw(text).execute(statements(orm.em.fork()));

const insert = async (orm: Orm, name: string) =>
  run(
    orm,
    `insert into users (id, email, email_key) values (gen_random_uuid(), '${name}', '${name}')`,
  );

/** Another way to the same server, which tells how many connections it passed on. */
async function openLink() {
  let passed = 0;
  const server = createServer((near) => {
    passed += 1;
    const far = connect(Number(new URL(database().url).port), '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  return {
    host: await listen(server),
    passed: () => passed,
    close: () => server.close(),
  };
}

describe('of several hosts', () => {
  it('the first that answers is used, and kept until a connection to it fails', async () => {
    const link = await openLink();
    const orm = await open(`127.0.0.1:1,${link.host},${own()}`);
    const answers = async () =>
      run(orm, 'select 1').then(
        () => true,
        () => false,
      );
    const reconnect = async () => {
      await run(orm, 'select pg_terminate_backend(pg_backend_pid())').catch(() => {});
      await expect.poll(answers).toBe(true);
    };
    await run(orm, 'select 1');
    const whenChosen = link.passed();
    await reconnect();
    // One connection more: it was not looked for again.
    expect(link.passed()).toBe(whenChosen + 1);
    link.close();
    await reconnect();
    expect(link.passed()).toBe(whenChosen + 1);
  });

  it('none answers: the error says why of each', async () => {
    const orm = await open('127.0.0.1:1,127.0.0.1:2');
    const error: unknown = await run(orm, 'select 1').catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    expect(reasonOf(error)).toMatch(
      /ECONNREFUSED 127\.0\.0\.1:1; .*ECONNREFUSED 127\.0\.0\.1:2/,
    );
  });
});

describe('a server that ends with its greeting', () => {
  /** A message of the protocol: its type, its length and what is in it. */
  const message = (type: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(content.length + 4);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
  };
  const welcome = [message('R', '\0\0\0\0'), message('Z', 'I')];
  const end = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');

  it('is one that is not there', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.end(Buffer.concat([...welcome, end])));
      socket.on('error', () => {});
    });
    const orm = await open(await listen(server));
    await expect(run(orm, 'select 1')).rejects.toSatisfy(isUnavailable);
    server.close();
  });
});

describe('target_session_attrs', () => {
  it.each(['any', 'read-write', 'primary', 'prefer-standby'])(
    '%s finds a primary',
    async (target) => {
      const orm = await open(own(), `target_session_attrs=${target}`);
      expect((await run(orm, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    },
  );

  it.each(['read-only', 'standby'])('%s passes a primary over', async (target) => {
    const orm = await open(own(), `target_session_attrs=${target}`);
    const error: unknown = await run(orm, 'select 1').catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    expect(reasonOf(error)).toBe(
      `None of its hosts can be used: ${own()} is not ${target}`,
    );
  });

  it('read-write passes over a host that is read-only, until it is not', async () => {
    const orm = await open(own(), 'target_session_attrs=read-write');
    const set = `alter database ${new URL(database().url).pathname.slice(1)}`;
    await run(database().orm, `${set} set default_transaction_read_only = on`);
    await expect(run(orm, 'select 1')).rejects.toSatisfy(isUnavailable);
    await run(await open(own(), 'target_session_attrs=read-only'), 'select 1');
    await run(
      database().orm,
      `set default_transaction_read_only = off; ${set} reset all`,
    );
    await run(orm, 'select 1');
  });
});

describe('a connection that has become read-only', () => {
  it('is left after the transaction that found it out', async () => {
    const orm = await open(own());
    await run(orm, 'set default_transaction_read_only = on');
    await expect(insert(orm, 'one')).rejects.toSatisfy(isUnavailable);
    await insert(orm, 'two');
    await run(orm, 'set default_transaction_read_only = on');
    const inTransaction = orm.em.fork().transactional(async (em) => {
      await sql.raw(`delete from users`).execute(statements(em));
    });
    await expect(inTransaction).rejects.toMatchObject({ code: '25006' });
    await insert(orm, 'three');
  });
});

describe('without sslmode', () => {
  const chosen = async (url: string) => createHosts(parseDatabaseUrl(url)).choose();

  it.each(['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.168.1.1', '[fd00::1]'])(
    'a host of this machine or a private network is not encrypted: %s',
    async (host) => {
      expect(await chosen(`postgresql://u@${host}/d`)).toMatchObject({ ssl: false });
    },
  );

  it.each(['192.0.2.1', '172.32.0.1', '[2001:db8::1]'])(
    'any other is verified, its name included: %s',
    async (host) => {
      const { ssl } = await chosen(`postgresql://u@${host}/d`);
      expect(ssl).toEqual({ host: host.replace(/[[\]]/g, '') });
    },
  );

  it('a socket is never encrypted', async () => {
    const socket = { host: '/run/postgresql', port: 5432, ssl: false };
    expect(
      await chosen('postgresql://u@/d?host=/run/postgresql&sslmode=require'),
    ).toEqual(socket);
  });
});
