import { openOrm, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Actions in one statement. */
const batch = 20_000;

/**
 * Creates a moderator with this many actions, each with a note and an event, on
 * 100 people.
 */
export async function makeHistory(
  url: string,
  userId: string,
  events: number,
): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  const database = statements(orm.em);
  await sql`update users set role = 'moderator' where id = ${userId}`.execute(database);
  await sql`
    insert into users (id, email, email_key)
    select gen_random_uuid(), 'judged-' || n || '@example.com', 'judged-' || n || '@example.com' from generate_series(1, 100) n
  `.execute(database);
  for (let left = events; left > 0; left -= batch) {
    await sql`
      with judged as materialized (select array_agg(id) as ids from users where email_key like 'judged-%'),
      acted as (
        insert into moderation_actions (id, type, actor_kind, actor_id, ip, browser, system, reason, note, requested, done)
        select gen_random_uuid(), 'session.revoked', 'user', ${userId}, '192.0.2.1', 'Firefox', 'Linux', 'spam', 'A note.', 1, 1
        from generate_series(1, ${Math.min(left, batch)}::int) returning id
      )
      insert into audit_events (id, action_id, type, user_id, before, after)
      select gen_random_uuid(), acted.id, 'session.revoked', judged.ids[1 + floor(random() * 100)::int], '{}', '{}'
      from acted, judged
    `.execute(database);
  }
  await sql`analyze`.execute(database);
  await orm.close();
}

/**
 * The number of actions that name a person, and whether the erasure is running.
 */
export async function watchErasure(url: string, userId: string) {
  const orm = await openOrm({ url, poolSize: 1 });
  return {
    read: async () => {
      const { rows } = await sql<{ named: number; isUnderWay: boolean }>`
        select (select count(*)::int from moderation_actions where actor_id = ${userId}) as named,
          exists (select from jobs where kind = 'erasure') as "isUnderWay"
      `.execute(statements(orm.em));
      return rows[0] ?? { named: Number.NaN, isUnderWay: false };
    },
    [Symbol.asyncDispose]: () => orm.close(),
  };
}
