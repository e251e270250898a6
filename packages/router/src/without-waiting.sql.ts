import { sql } from 'kysely';

/**
 * Always true. A statement with it commits without waiting for the disk. A crash
 * of the database within the second may lose it (`wal_writer_delay`, PostgreSQL
 * 30.4). Only for single statements that can be done or counted again: in a
 * transaction it would hold for all of it.
 */
export const withoutWaiting = sql<boolean>`(select set_config('synchronous_commit', 'off', true)) = 'off'`;
