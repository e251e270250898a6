import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { Client, Pool, types, type PoolClient } from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { encryptionOf } from './encryption.ts';

/**
 * In milliseconds. The kernel asks a silent peer ten times, a second apart, after it was silent for that long. One idle
 * connection stays open, so that there is one to work with when others hold all the rest.
 */
const waits = {
  connectionTimeoutMillis: 5_000,
  keepAliveInitialDelayMillis: 5_000,
  idleTimeoutMillis: 10_000,
  min: 1,
};

/** PostgreSQL's number of the type `text[]`. */
const arrayOfTexts: number = 1009;

/** Dates, instants and intervals stay PostgreSQL's text, as the entities hold them. */
const textParsers = createPostgreSqlTypeParsers(types.getTypeParser(arrayOfTexts));

/**
 * A client that closes its socket where connecting fails. The driver leaves it open where the server asks for a password and none
 * is given: until the server gives up, a minute later, the process could not end.
 */
class ClosingClient extends Client {
  override connect(): Promise<void>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<void> | void {
    if (callback === undefined) {
      return super.connect();
    }
    // The pool calls it with a function.
    super.connect((error) => {
      if (error) {
        void this.end();
      }
      callback(error);
    });
  }
}

/** A pool that connects when it is first asked for a connection. */
export function createPool({ client }: DatabaseAddress, size: number): Pool {
  const pool = new Pool({
    ...client,
    ...waits,
    max: size,
    Client: ClosingClient,
    types: {
      getTypeParser: (type: number, format) =>
        textParsers[type] ?? types.getTypeParser(type, format),
    },
  });
  // An error that nobody listens to ends the process. The statement that needs the connection fails anyway.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** Reserves a connection. A new one is encrypted as the address asks, or as the place asks to which its host leads now. */
export async function connect(pool: Pool, address: DatabaseAddress): Promise<PoolClient> {
  if (pool.idleCount === 0 && pool.totalCount < pool.options.max) {
    pool.options.ssl = await encryptionOf(address);
  }
  return pool.connect();
}
