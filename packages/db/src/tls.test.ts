import { createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statements } from './database.ts';
import { troubleIn } from './errors.ts';
import { openOrm, type Orm } from './orm.ts';
import { startErrorOf } from './start-error.ts';
import { startTlsServer, type TlsServer } from './testing.ts';
import { listen } from './testing/listen.ts';

let server: TlsServer;

beforeAll(async () => {
  server = await startTlsServer();
});
afterAll(async () => server.stop());

async function using<Result>(
  url: string,
  work: (orm: Orm) => Promise<Result>,
): Promise<Result> {
  const orm = await openOrm({ url, poolSize: 3 });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

/** Adds parameters. Names of the server's files become paths. */
const withParameters = (url: string, parameters: string) =>
  `${url}?${parameters.replaceAll(/[a-z]+\.(?:crt|key)/g, (name) => server.file(name))}`;

const verified = 'sslmode=verify-full&sslrootcert=root.crt';

describe('a database that only accepts encrypted connections', () => {
  it.each([
    ['url', 'sslmode=require'],
    ['url', 'sslmode=no-verify'],
    ['url', 'sslmode=verify-ca&sslrootcert=root.crt'],
    ['url', verified],
    ['url', `${verified}&sslnegotiation=direct`],
    ['url', `${verified}&channel_binding=require`],
    ['certifiedUrl', `${verified}&sslcert=certified.crt&sslkey=certified.key`],
  ] as const)('accepts each connection of %s with %s', async (url, parameters) => {
    const rows = await using(withParameters(server[url], parameters), async (orm) => {
      const ask = sql<{
        ssl: boolean;
      }>`select ssl, pg_sleep(0.05) from pg_stat_ssl where pid = pg_backend_pid()`;
      const asked = Array.from({ length: 3 }, async () =>
        ask.execute(statements(orm.em.fork())),
      );
      return (await Promise.all(asked)).flatMap(({ rows: [row] }) => row?.ssl);
    });
    expect(rows).toEqual([true, true, true]);
  });
});

async function lineOf(url: string): Promise<string | undefined> {
  return using(url, async (orm) => {
    const error: unknown = await orm.em
      .fork()
      .execute('select 1')
      .catch((thrown: unknown) => thrown);
    // A running service answers 503.
    expect(troubleIn(error)).toMatchObject({ trouble: 'unreachable' });
    return startErrorOf(error)?.message;
  });
}

describe('a start ends with one line', () => {
  it.each([
    [
      'no encryption',
      'sslmode=disable',
      /^The database refuses the connection.*no encryption/,
    ],
    [
      'another root',
      'sslmode=verify-full&sslrootcert=stranger.crt',
      /sslrootcert=FILE.*SELF_SIGNED/,
    ],
    ['no root', 'sslmode=verify-full', /sslrootcert=FILE.*SELF_SIGNED/],
    [
      'a certificate of another root',
      `${verified}&sslcert=stranger.crt&sslkey=stranger.key`,
      /sslcert.*ERR_SSL/,
    ],
    [
      'a file that holds no certificate',
      `${verified}&sslcert=server.key&sslkey=server.key`,
      /sslcert.*ERR_OSSL/,
    ],
  ])('for %s', async (_, parameters, line) => {
    expect(await lineOf(withParameters(server.url, parameters))).toMatch(line);
  });

  it('for a name that is not the certificate’s, also for an IP address', async () => {
    const url = server.url.replace('localhost', '127.0.0.1');
    expect(await lineOf(withParameters(url, verified))).toMatch(
      /ALTNAME_INVALID.*127\.0\.0\.1/,
    );
    await using(
      withParameters(url, 'sslmode=verify-ca&sslrootcert=root.crt'),
      async (orm) => orm.em.fork().execute('select 1'),
    );
  });

  it.each([
    ['password', 'hunter2', /refuses the user or the password.*28P01/],
    [
      'password',
      '',
      /asks for a password: write it into DATABASE_URL, or set PGPASSWORD/,
    ],
    ['username', 'nobody', /refuses the user or the password.*28P01/],
    ['username', 'certified', /refuses the connection.*28000/],
    ['pathname', '/nothing', /does not exist.*3D000.*"nothing"/],
  ])('for a wrong %s, without secrets', async (part, value, expected) => {
    const url = Object.assign(new URL(server.url), { [part]: value });
    const line = await lineOf(withParameters(url.href, verified));
    expect(line).toMatch(expected);
    expect(line).not.toContain('hunter2');
    expect(line).not.toContain('\n');
  });

  it('for a missing database, which is not created', async () => {
    const missing = Object.assign(new URL(server.url), { pathname: '/nothing' });
    await using(withParameters(missing.href, verified), async (orm) => {
      await expect(orm.migrator.up()).rejects.toThrow('does not exist');
    });
    expect(await lineOf(withParameters(missing.href, verified))).toMatch(
      /does not exist/,
    );
  });

  it('for a server that does not encrypt', async () => {
    const plain = createServer((socket) => socket.once('data', () => socket.end('N')));
    const host = await listen(plain);
    try {
      const line = await lineOf(`postgresql://u@${host}/d?sslmode=require`);
      expect(line).toMatch(/does not encrypt connections.*sslmode=disable/);
    } finally {
      plain.close();
    }
  });
});
