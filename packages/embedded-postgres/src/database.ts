import type { Client } from 'pg';
import { withConnection } from './connection.ts';

/** The name of the database and of its owner. */
const name = 'namecard';

/** The role owns its database. As in production, it is no superuser. */
export function serviceUrl(port: number, password: string): string {
  return address(name, password, port, name);
}

/** Creates missing parts only. Throws the driver's errors. */
export async function prepareDatabase(port: number, password: string): Promise<void> {
  await withConnection(
    address('postgres', password, port, 'postgres'),
    async (client) => {
      if (await isMissing(client, 'SELECT FROM pg_roles WHERE rolname = $1')) {
        await client.query(
          `CREATE ROLE ${name} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
        );
      }
      if (await isMissing(client, 'SELECT FROM pg_database WHERE datname = $1')) {
        await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
      }
    },
  );
}

export async function answers(url: string): Promise<boolean> {
  try {
    await withConnection(url, async (client) => client.query('SELECT 1'));
    return true;
  } catch {
    return false;
  }
}

async function isMissing(client: Client, query: string): Promise<boolean> {
  const { rowCount } = await client.query(query, [name]);
  return rowCount === 0;
}

function address(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
