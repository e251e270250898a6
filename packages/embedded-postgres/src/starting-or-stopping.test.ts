import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from './connection.ts';
import { useDirectories } from './fixtures/directories.ts';
import { startEmbedded, type Embedded } from './start.ts';
import { isStartingOrStopping } from './starting-or-stopping.ts';

const newDirectory = useDirectories();
let server: Embedded;

beforeAll(async () => {
  server = await startEmbedded({ dataDir: await newDirectory(), durable: false });
});
afterAll(async () => server.stop());

/** The error of `statement` on a connection that the server closed. */
async function errorAfterTheEnd(statement: string): Promise<unknown> {
  return withConnection(server.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>(
      'select pg_backend_pid() as pid',
    );
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await withConnection(server.url, async (other) =>
      other.query('select pg_terminate_backend($1)', [rows[0]?.pid]),
    );
    await ended;
    return client.query(statement).catch((error: unknown) => error);
  });
}

const errorOf = async (url: string, statement: string): Promise<unknown> =>
  withConnection(url, async (client) => client.query(statement)).catch(
    (error: unknown) => error,
  );

describe('another try helps', () => {
  it('if nobody listens', async () => {
    const url = Object.assign(new URL(server.url), { port: '1' });
    expect(isStartingOrStopping(await errorOf(url.href, 'select 1'))).toBe(true);
  });

  it('if the connection ended during a statement', async () => {
    const ending = 'select pg_terminate_backend(pg_backend_pid())';
    expect(isStartingOrStopping(await errorOf(server.url, ending))).toBe(true);
  });

  it('if the connection ended between two statements', async () => {
    expect(isStartingOrStopping(await errorAfterTheEnd('select 1'))).toBe(true);
  });
});

describe('another try does not help', () => {
  it('if the server refuses the password or the statement', async () => {
    const wrong = Object.assign(new URL(server.url), { password: 'wrong' });
    expect(isStartingOrStopping(await errorOf(wrong.href, 'select 1'))).toBe(false);
    expect(isStartingOrStopping(await errorOf(server.url, 'select nothing'))).toBe(false);
  });
});
