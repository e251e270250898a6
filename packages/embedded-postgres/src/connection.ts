import { Client } from 'pg';

/** Runs `use` on a connection of its own, outside any pool, and closes it however that ends. */
export async function withConnection<T>(
  url: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString: url,
    // A server that is there may take long to answer while its disk is busy; one that is gone refuses at once.
    connectionTimeoutMillis: 30_000,
  });
  // A connection lost between two statements is reported here too; unheard, it would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
