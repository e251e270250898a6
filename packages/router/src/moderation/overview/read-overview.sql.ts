import {
  type Executor,
  type IdentityName,
  identityNames,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from '../../access/users.sql.ts';

/** Items of each list. */
export const listLength = 8;

/** How many users there are and how many of them are suspended, counted by index: a million take a tenth of a second. */
export async function countUsers(em: Executor) {
  const { rows } = await sql<{ users: number; suspended: number }>`
    select (select count(*)::int from users) as users,
      (select count(*)::int from users where suspended_at is not null and ${isSuspended}) as suspended
  `.execute(statements(em));
  return rows[0] ?? { users: 0, suspended: 0 };
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

/** The newest profiles. */
export async function findNewest(em: Executor): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .orderBy('position', 'desc')
    .limit(listLength)
    .execute();
  return idsOf(rows);
}

/**
 * The profiles that were changed last in the last 7 days, among the 20,000 that were made or changed last. One that was never
 * changed has two stamps of the same moment.
 */
export async function findChanged(em: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, position, created_at, updated_at from profiles where updated_at >= current_instant() - interval '7 days'
      order by updated_at desc, position desc limit 20000
    ) latest
    where updated_at > created_at + interval '1 second'
    order by updated_at desc, position desc limit ${listLength}
  `.execute(statements(em));
  return idsOf(rows);
}

const sharedValues = (name: IdentityName) => {
  const column = sql.ref(name);
  return sql`
    (select ${name}::text as identity, ${column} as value, count(*)::int as users from users
     where ${column} is not null group by ${column} having count(*) > 1
     order by users desc, value limit ${listLength})
  `;
};

/** The identities that most users share. */
export async function findShared(em: Executor) {
  const { rows } = await sql<{ identity: IdentityName; value: string; users: number }>`
    ${sql.join(identityNames.map(sharedValues), sql` union all `)}
    order by users desc, identity, value limit ${listLength}
  `.execute(statements(em));
  return rows;
}

export type DayRow = {
  day: string;
  profiles: number;
  users: number;
  hidden: number;
  restored: number;
};

/** What was made, hidden and restored on each of the last 30 days, in UTC, the present one last; counted by index, day by day. */
export async function countDays(em: Executor): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with today as materialized (select date_trunc('day', current_instant(), 'UTC') as start),
    days as (
      select start - make_interval(hours => 24 * ago) as first, start - make_interval(hours => 24 * (ago - 1)) as next
      from today, generate_series(0, 29) ago
    )
    select to_char(first at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select count(*)::int from profiles where created_at >= first and created_at < next) as profiles,
      (select count(*)::int from users where created_at >= first and created_at < next) as users,
      (select count(*)::int from audit_events where at >= first and at < next and type = 'profile.hidden') as hidden,
      (select count(*)::int from audit_events where at >= first and at < next and type = 'profile.restored') as restored
    from days order by first
  `.execute(statements(em));
  return rows;
}
