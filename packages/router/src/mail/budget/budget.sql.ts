import { type RawBuilder, sql } from 'kysely';
import {
  fullAfterOne,
  isOfLastHour,
  isSourceUsedUp,
  isUsedUp,
  type Level,
  levelOfAll,
  levels,
  now,
  ofAll,
  present,
  type Source,
  timeOf,
} from './levels.sql.ts';

const mailsOfLastHour = (source: Source, key: RawBuilder<unknown>) =>
  sql`(select count(*) from network_mails m where m.${sql.ref(source)} = ${key} and ${isOfLastHour})`;

/**
 * Waiting sources whose bucket has a token. The fewest mails in the last hour come
 * first, then the oldest turn.
 * Steps through the index, because one source may have thousands of turns.
 */
const waiting = (source: Source, within: RawBuilder<unknown>) => {
  const column = sql.ref(source);
  const oldest = (isNext: RawBuilder<unknown>) => sql`
    select t.${column} as source, t.asked_at from mail_turns t where ${within} and ${isNext}
    order by t.${column}, t.asked_at limit 1
  `;
  return sql`(
    with recursive steps as (
      (${oldest(sql`true`)})
      union all
      select next.* from steps cross join lateral (${oldest(sql`t.${column} > steps.source`)}) next
    )
    select source, asked_at, ${mailsOfLastHour(source, sql`steps.source`)} as mails from steps
    where not ${isSourceUsedUp(source, sql`steps.source`)}
    order by mails, asked_at
  )`;
};

/** Whether the queued mail `o` may be delivered at an instant. */
type IsDue = (now: RawBuilder<unknown>) => RawBuilder<unknown>;

/**
 * The next turn: by allocation, network, IP address, then age. It may try
 * several, because all networks of an allocation can be empty.
 */
const nextTurn = (isDue: IsDue, isAsked: RawBuilder<unknown>) => sql`
  select turn.* from ${waiting('allocation', isAsked)} a
  cross join lateral (
    select turn.* from ${waiting('network', sql`t.allocation = a.source`)} n
    cross join lateral (
      select turn.* from ${waiting('ip', sql`t.allocation = a.source and t.network = n.source`)} i
      cross join lateral (
        select t.* from mail_turns t join outbox o on o.id = t.mail_id
        where t.network = n.source and t.ip = i.source and o.state = 'queued' and o.held and ${isDue(now)}
        order by t.asked_at limit 1
      ) turn
      order by i.mails, i.asked_at limit 1
    ) turn
    order by n.mails, n.asked_at limit 1
  ) turn
  order by a.mails, a.asked_at limit 1
`;

/** One row for each bucket of a source. `mail` has the hashes. */
const bucketsOf = (mail: RawBuilder<unknown>) =>
  sql`(values ${sql.join(
    (['ip', 'network', 'allocation'] as const).map(
      (source) =>
        sql`(${levels[source].name}, ${mail}.${sql.ref(source)}, ${levels[source].perHour}, ${levels[source].saved})`,
    ),
  )}) bucket (name, source, per_hour, saved)`;

const levelOfBucket: Level = {
  name: sql`bucket.name`,
  perHour: sql`bucket.per_hour`,
  saved: sql`bucket.saved`,
};

/**
 * Parts of a statement that let a held mail go. `turn` is the next one.
 * `released` is its mail, locked with its challenge. `spent` is the mail if its
 * tokens were paid. The shared bucket is locked last: its holders wait for
 * nobody.
 */
export const budgetOf = (
  mailsPerHour: RawBuilder<number>,
  isDue: IsDue,
  isAsked: RawBuilder<unknown>,
) => {
  const all = levelOfAll(mailsPerHour);
  return {
    release: sql`
      ${present},
      seen as materialized (
        select b.version, not ${isUsedUp(sql`b.full_at`, all)} as is_left from budgets b where ${ofAll}
      ),
      turn as materialized (${nextTurn(isDue, sql`${isAsked} and (select is_left from seen)`)}),
      released as (
        select turn.* from turn join outbox o on o.id = turn.mail_id join challenges c on c.id = o.challenge_id
        where o.state = 'queued' and o.held
        for update of o, c skip locked
      )
    `,
    spend: sql`
      spent as (
        update budgets b set full_at = ${fullAfterOne(sql`b.full_at`, all)}, version = b.version + 1
        from released, seen where ${ofAll} and b.version = seen.version
        returning released.*
      ),
      charged as (
        insert into budgets (name, source, full_at)
        select bucket.name, bucket.source, ${fullAfterOne(sql`own.full_at`, levelOfBucket)}
        from spent cross join lateral ${bucketsOf(sql`spent`)}
          left join budgets own on own.name = bucket.name and own.source = bucket.source
        on conflict (name, source) do update set full_at = excluded.full_at
      ),
      counted as (
        insert into network_mails (mail_id, ip, network, allocation, released_at)
        select mail_id, ip, network, allocation, ${now} from spent
      )
    `,
  };
};

/**
 * Parts of a statement that return a mail's bucket tokens if its code signed in.
 * The shared bucket is the first bucket to be locked, after all other waits.
 * @param matched a relation `matched` with `challengeId`
 */
export const giveBackTokens = (
  mailsPerHour: RawBuilder<number>,
  matched: RawBuilder<unknown>,
) => {
  const all = levelOfAll(sql`nullif(${mailsPerHour}::int, 0)`);
  const count = sql`(select count(*) from proven)`;
  return sql`
    proven as (
      delete from network_mails m using outbox o, ${matched}
      where o.challenge_id = matched."challengeId" and m.mail_id = o.id
      returning m.*
    ),
    returned as (
      update budgets b set full_at = b.full_at - ${timeOf(count, all)}, version = b.version + 1
      where ${ofAll} and ${count} > 0 and ${mailsPerHour}::int > 0 returning b.name
    ),
    returned_to_sources as (
      update budgets b set full_at = b.full_at - ${timeOf(sql`given.tokens`, { perHour: sql`given.per_hour` })}
      from (
        select bucket.name, bucket.source, bucket.per_hour, count(*) as tokens
        from proven cross join lateral ${bucketsOf(sql`proven`)} group by 1, 2, 3
      ) given, (select count(*) from returned) as first
      where b.name = given.name and b.source = given.source
    )
  `;
};
