import { getMigrations } from 'better-auth/db/migration';
import { options, pool } from './auth.ts';

/**
 * Creates better-auth's tables and users with sessions, tokens `session-token-1`
 * and so on.
 */
const users = Number(process.argv[2]);
if (!Number.isSafeInteger(users)) {
  throw new Error('say how many users to make');
}
const { runMigrations } = await getMigrations(options);
await runMigrations();
await pool.query(
  `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
   select 'user-' || number, '', 'person' || number || '@example.com', true, now(), now()
   from generate_series(1, $1::int) number`,
  [users],
);
await pool.query(
  `insert into session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
   select 'session-' || number, now() + interval '7 days', 'session-token-' || number, now(), now(), 'user-' || number
   from generate_series(1, $1::int) number`,
  [users],
);
await pool.query('analyze');
await pool.end();
