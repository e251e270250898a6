import { Client } from 'pg';

/** Runs `use` on a new connection and closes it. */
export async function withConnection<T>(
  url: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    // A server with a busy disk answers late. One that is gone refuses at once.
    connectionTimeoutMillis: 30_000,
  });
  // Without this, a connection lost between statements would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
