import { createPostgreSqlTypeParsers } from '@mikro-orm/sql';
import { Client, Pool, types, type PoolClient } from 'pg';
import type { DatabaseAddress } from './database-url.ts';
import { encryptionOf } from './encryption.ts';

/** One idle connection stays open. */
const waits = {
  connectionTimeoutMillis: 5_000,
  idleTimeoutMillis: 10_000,
  min: 1,
};

/** The type `text[]`. */
const arrayOfTexts: number = 1009;

/** Dates, instants and intervals stay text, as entities hold them. */
const textParsers = createPostgreSqlTypeParsers(types.getTypeParser(arrayOfTexts));

/** Closes its socket if connecting fails: `pg` keeps it open for a minute. */
class ClosingClient extends Client {
  override connect(): Promise<void>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<void> | void {
    if (callback === undefined) {
      return super.connect();
    }
    // The pool passes a callback.
    super.connect((error) => {
      if (error) {
        void this.end();
      }
      callback(error);
    });
  }
}

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
  // An `error` without a listener ends the process. The next statement fails
  // anyway.
  pool.on('connect', (connection) => connection.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}

/** Reserves a connection. A new one is encrypted as `encryptionOf` says now. */
export async function connect(pool: Pool, address: DatabaseAddress): Promise<PoolClient> {
  if (pool.idleCount === 0 && pool.totalCount < pool.options.max) {
    pool.options.ssl = await encryptionOf(address);
  }
  return pool.connect();
}
