import { sql } from 'kysely';

/**
 * Always true. A statement that stands by itself and asks for it is committed without waiting for the disk: what it writes may be lost
 * when the database crashes within the second (`wal_writer_delay`, PostgreSQL 30.4), and never by itself. For what is then merely
 * done or counted again. Within a transaction it would have the whole of it not wait.
 */
export const withoutWaiting = sql<boolean>`(select set_config('synchronous_commit', 'off', true)) = 'off'`;
