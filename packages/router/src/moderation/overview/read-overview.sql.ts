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

/**
 * What was made, hidden and restored on each of the last 30 days, in UTC, the present one last. An undo is not counted, and neither
 * is what was undone: of the chain of undos of an act each takes it away from the count, or brings it back, in turn. A hundred
 * thousand acts take a fifth of a second.
 */
export async function countDays(em: Executor): Promise<DayRow[]> {
  const { rows } = await sql<DayRow>`
    with recursive days as materialized (
      select start - make_interval(hours => 24 * ago) as first, start - make_interval(hours => 24 * (ago - 1)) as next
      from date_trunc('day', current_instant(), 'UTC') start, generate_series(0, 29) ago
    ),
    acts as (
      select id, date_trunc('day', at, 'UTC') as first, type from audit_events
      where at >= (select min(first) from days) and type in ('profile.hidden', 'profile.restored') and undoes_id is null
    ),
    undos (id, first, type, counts) as (
      select undoing.id, first, acts.type, -1 from acts join audit_events undoing on undoing.undoes_id = acts.id
      union all
      select undoing.id, first, undos.type, -counts from undos join audit_events undoing on undoing.undoes_id = undos.id
    ),
    counted as (
      select first, type, count(*) as counts from acts group by first, type
      union all
      select first, type, sum(counts) from undos group by first, type
    )
    select to_char(first at time zone 'UTC', 'YYYY-MM-DD') as day,
      (select count(*)::int from profiles where created_at >= first and created_at < next) as profiles,
      (select count(*)::int from users where created_at >= first and created_at < next) as users,
      coalesce(sum(counts) filter (where type = 'profile.hidden'), 0)::int as hidden,
      coalesce(sum(counts) filter (where type = 'profile.restored'), 0)::int as restored
    from days left join counted using (first) group by first, next order by first
  `.execute(statements(em));
  return rows;
}
