import { Client } from 'pg';
import { parseDatabaseUrl } from '../database-url.ts';
import { encryptionOf } from '../encryption.ts';
import { ConnectError } from '../errors.ts';

const refuse = (error: unknown): never => {
  throw new ConnectError(error);
};

/** Milliseconds. A command may wait for a busy machine longer than a call may. */
const connectionTimeoutMillis = 30_000;

/** Closing rolls an open transaction back, even during a COPY. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const address = parseDatabaseUrl(url);
  const ssl = await encryptionOf(address).catch(refuse);
  const client = new Client({ ...address.client, ssl, connectionTimeoutMillis });
  // An error between two statements would end the process. The next one fails
  // anyway.
  client.on('error', () => {});
  try {
    await client.connect().catch(refuse);
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every server then writes values alike. Only lock waits have a time limit. */
const copySettings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local lock_timeout = '1min';
  set local DateStyle = 'ISO';
  set local TimeZone = 'UTC';
  set local extra_float_digits = 1;
  set local bytea_output = 'hex';
`;

/** No query comes after `begin`: in a repeatable read the first one fixes the instant. */
export async function beginCopy(client: Client, mode: string): Promise<void> {
  // PostgreSQL 15 and 16 have no such limit.
  const { rowCount: limits } = await client.query(
    `select where current_setting('transaction_timeout', true) is not null`,
  );
  await client.query(`begin isolation level ${mode}`);
  await client.query(copySettings);
  if (limits === 1) await client.query('set local transaction_timeout = 0');
}
