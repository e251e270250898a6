import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { sessionsUsed } from './settings.ts';

/** Somebody who asks: signed in, and the owner of a profile. */
export type Person = { token: string; userId: string; username: string };

/** Gives the first sessions tokens that are known here, and makes them young again, however long the database has been kept. */
export const refreshSessions = `
  update sessions set created_at = now(), last_used_at = now(),
    token_hash = sha256(('nc_' || lpad(number::text, 43, '0'))::bytea)
  from (select id, row_number() over (order by id) as number from sessions order by id limit ${sessionsUsed}) as first
  where sessions.id = first.id`;

/** The people of the sessions above, in their order. */
export async function peopleIn(databaseUrl: string): Promise<Person[]> {
  const orm = await openOrm({ url: databaseUrl, poolSize: 1 });
  try {
    const { rows } = await sql<Omit<Person, 'token'>>`
      select user_id as "userId",
        (select username from profiles where owner_id = user_id order by id limit 1) as username
      from sessions order by id limit ${sessionsUsed}
    `.execute(statements(orm.em.fork()));
    return rows.map((row, index) => ({
      ...row,
      token: `nc_${String(index + 1).padStart(43, '0')}`,
    }));
  } finally {
    await orm.close();
  }
}
