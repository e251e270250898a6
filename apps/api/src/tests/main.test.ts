import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { createTestDatabase, useTestDatabase } from '@namecard/db/testing';
import {
  type DataDirectory,
  fetchJson,
  listen,
  makeDataDirectory,
  runService,
  type ServiceProcess,
  testSecretKey,
} from '@namecard/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../process/start-service.ts';
import { readEnvironment } from '../settings/environment.ts';
import { version } from '../watch/version.ts';

const database = useTestDatabase();

const settings = () => ({ DATABASE_URL: database().url, SECRET_KEY: testSecretKey });

/** A folder that can't be made, because a file is in its way. */
async function unwritable(): Promise<AsyncDisposable & { path: string }> {
  const directory = await makeDataDirectory();
  const file = join(directory.path, 'a-file');
  await writeFile(file, '');
  return { ...directory, path: join(file, 'data') };
}

describe('a start that fails', () => {
  it('because of invalid settings prints only their lines and exits with 1', async () => {
    await using main = runService({ PORT: 'http', SECRET_KEY: 'hunter2' });
    expect(await main.exited).toBe(1);
    expect(main.stdout()).toBe('');
    expect(main.stderr().trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^PORT is not valid: it must /),
      expect.stringMatching(/^SECRET_KEY is not valid: it must /),
    ]);
    expect(main.stderr()).not.toContain('hunter2');
  });

  it('because of its database prints why, but no row', async () => {
    const { url, orm, drop } = await createTestDatabase();
    await sql`
      update change_feeds set older_cards_public = null;
      alter table change_feeds add constraint unsettled check (older_cards_public is null)
    `.execute(statements(orm.em.fork()));
    await using main = runService({ ...settings(), DATABASE_URL: url });
    expect(await main.exited).toBe(1);
    expect(main.stderr()).toMatch(/^Namecard could not start.*[^]*'unsettled'/);
    expect(main.stderr()).not.toContain('Failing row');
    await drop();
  });

  it.each([
    ['has its database there', () => ({})],
    ['makes its key there', () => ({ DATABASE_URL: database().url })],
    ['shows its mail there', settings],
  ])(
    'because DATA_DIR can’t be written, and the service %s, says what to set',
    async (_, rest) => {
      await using directory = await unwritable();
      const environment = readEnvironment({ ...rest(), DATA_DIR: directory.path });
      const starting = startService(environment, pino({ level: 'silent' }));
      await expect(starting).rejects.toThrow(/^DATA_DIR can’t be used .*DATABASE_URL/);
    },
  );
});

describe('a start', () => {
  it('prints one line for programs, with its address and the mailbox; SIGTERM makes it not ready, but it serves for SHUTDOWN_DELAY and asks clients to connect elsewhere, lets a request in flight be answered, then ends the process with 0; twice at once, as from npm and a terminal, it counts once', async () => {
    await using directory = await makeDataDirectory();
    await using main = runService({
      ...settings(),
      DATA_DIR: directory.path,
      PUBLIC_URL: 'https://cards.example.com',
      LOG_LEVEL: 'silent',
      SHUTDOWN_DELAY: '8',
    });
    const { origin, mailbox } = await main.ready;
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(JSON.parse(main.stdout())).toEqual({
      ready: {
        origin,
        admin: 'https://cards.example.com/admin/',
        mailbox,
      },
    });
    expect(mailbox).toMatch(new RegExp(`^${origin}/dev/mailbox/[\\w-]{22}$`));

    const { port } = new URL(origin);
    const body = JSON.stringify({ email: 'ann@example.com' });
    const socket = connect(Number(port), '127.0.0.1');
    const answer = text(socket);
    socket.write(
      [
        'POST /api/v1/auth/send-code HTTP/1.1',
        'host: localhost',
        'content-type: application/json',
        `content-length: ${body.length}`,
        'expect: 100-continue',
        '\r\n',
      ].join('\r\n'),
    );
    // The service sends "100 Continue", so it has the request.
    await once(socket, 'data');
    process.kill(main.pid, 'SIGINT');
    process.kill(main.pid, 'SIGTERM');
    process.kill(main.pid, 'SIGTERM');
    const readiness = async () => (await fetchJson(`${origin}/readyz`)).status;
    await expect.poll(readiness).toBe(503);
    const { status, headers } = await fetchJson(`${origin}/healthz`);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await refuses(Number(port));
    socket.write(body);
    expect(await answer).toMatch(/HTTP\/1\.1 200 OK[^]*\{"data":null\}$/);
    // Otherwise an idle connection would keep the process alive until the
    // timeout.
    expect(await answer).toMatch(/\nconnection: close\r/i);
    expect(await main.exited).toBe(0);
  });
});

describe('a process with a name that looks like a setting but is none', () => {
  let main: ServiceProcess;

  beforeAll(async () => {
    main = runService({
      ...settings(),
      SHUTDOWN_DELAY: '600',
      LOG_LEVEL: 'info',
      ADMIN_EMAIL: 'hunter2@example.com',
    });
    await main.ready;
  });
  afterAll(async () => main.stop('SIGKILL'));

  it('logs its version', async () => {
    await expect.poll(main.stdout).toContain(`Namecard ${version} starts`);
  });

  it('logs that name once, without its value', async () => {
    const named = () => main.stdout().match(/ADMIN_EMAIL \(ADMIN_EMAILS\?\)/g);
    await expect.poll(named).toHaveLength(1);
    expect(main.stdout()).not.toContain('hunter2');
  });

  it('ends at once if SIGTERM comes again a second later', async () => {
    const { origin } = await main.ready;
    void main.stop();
    const readiness = async () => (await fetchJson(`${origin}/readyz`)).status;
    await expect.poll(readiness).toBe(503);
    const again = setInterval(() => process.kill(main.pid, 'SIGTERM'), 50);
    expect(await main.exited.finally(() => clearInterval(again))).toBe(1);
  });
});

describe('the embedded database', () => {
  let directory: DataDirectory;
  let first: ServiceProcess;

  beforeAll(async () => {
    directory = await makeDataDirectory();
    first = runService({ DATA_DIR: directory.path });
  });
  afterAll(async () => {
    await first.stop('SIGKILL');
    await directory[Symbol.asyncDispose]();
  });

  it('interrupts the service only for a moment if it is killed', async () => {
    const { origin } = await first.ready;
    const json = { email: 'ann@example.com' };
    const send = async () =>
      (await fetchJson(`${origin}/api/v1/auth/send-code`, { json })).status;
    const killed = directory.postmasterPid() ?? 0;
    process.kill(killed, 'SIGKILL');
    await expect.poll(directory.postmasterPid, { timeout: 60_000 }).not.toBe(killed);
    await expect.poll(send, { timeout: 60_000 }).toBe(200);
  });

  it('ends with the service', async () => {
    expect(await first.stop()).toBe(0);
    expect(directory.postmasterPid()).toBeUndefined();
  });

  it('ends with a service whose port is in use', async () => {
    await using other = createServer();
    const PORT = String(await listen(other, 0));
    await using refused = runService({ DATA_DIR: directory.path, PORT });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(
      /^Namecard can’t listen: PORT is in use.*EADDRINUSE.*\n$/,
    );
    expect(directory.postmasterPid()).toBeUndefined();
  });

  it('keeps its data for the next start', async () => {
    await using next = runService({ DATA_DIR: directory.path });
    const { mailbox } = await next.ready;
    const list = async () => (await fetchJson(`${mailbox}.json`)).body;
    await expect
      .poll(list, { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ to: 'ann@example.com' }));
    expect(await next.stop()).toBe(0);
  });
});

/** Waits until nothing listens on the port. */
async function refuses(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      socket.destroy();
      await sleep(50);
    } catch {
      return;
    }
  }
}
