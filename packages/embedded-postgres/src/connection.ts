import { Client } from 'pg';

/** Runs `use` on a connection of its own, outside any pool, and closes it however that ends. */
export async function withConnection<T>(
  url: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection lost between two statements is reported here too; unheard, it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
