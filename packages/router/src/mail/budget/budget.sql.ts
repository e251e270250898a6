import { type RawBuilder, sql } from 'kysely';
import {
  fullAfterOne,
  hasPaid,
  isSourceUsedUp,
  isUsedUp,
  isWaiting,
  type Level,
  levelOfAll,
  levels,
  now,
  ofAll,
  present,
  type Source,
  timeOf,
} from './levels.sql.ts';

const paidInLastHour = (source: Source | 'allocation', key: RawBuilder<unknown>) =>
  sql`(select count(*) from mail_turns m where m.${sql.ref(source)} = ${key} and ${hasPaid('m')})`;

/**
 * Waiting sources whose bucket has a token. The fewest payments in the last hour
 * come first, then the oldest turn.
 * Steps through the index, because one source may have thousands of turns.
 */
const waiting = (source: Source | 'allocation', within: RawBuilder<unknown>) => {
  const column = sql.ref(source);
  const hasToken =
    source === 'allocation'
      ? sql`true`
      : sql`not ${isSourceUsedUp(source, sql`steps.source`)}`;
  const oldest = (isNext: RawBuilder<unknown>) => sql`
    select t.${column} as source, t.asked_at from mail_turns t
    where ${isWaiting} and ${within} and ${isNext}
    order by t.${column}, t.asked_at limit 1
  `;
  return sql`(
    with recursive steps as (
      (${oldest(sql`true`)})
      union all
      select next.* from steps cross join lateral (${oldest(sql`t.${column} > steps.source`)}) next
    )
    select source, asked_at, ${paidInLastHour(source, sql`steps.source`)} as paid from steps
    where ${hasToken}
    order by paid, asked_at
  )`;
};

/** Of the held mail `o` with challenge `c`. */
type Held = {
  /** Whether a turn can let it leave. */
  canLeave: (now: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Whether this instance has its key. Otherwise another one takes the turn. */
  isOurs: RawBuilder<unknown>;
};

/**
 * The next turn: by allocation, network, IP address, then age. `mail_id` is the
 * mail that it lets leave, or null. It may try several sources, because all networks
 * of an allocation can be empty.
 */
const nextTurn = ({ canLeave, isOurs }: Held, isAsked: RawBuilder<unknown>) => sql`
  select turn.* from ${waiting('allocation', isAsked)} a
  cross join lateral (
    select turn.* from ${waiting('network', sql`t.allocation = a.source`)} n
    cross join lateral (
      select turn.* from ${waiting('ip', sql`t.allocation = a.source and t.network = n.source`)} i
      cross join lateral (
        select t.*, mail.id as mail_id from mail_turns t
        left join lateral (
          select o.id, ${isOurs} as is_ours from outbox o join challenges c on c.id = o.challenge_id
          where o.recipient = t.address and o.state = 'queued' and o.held and ${canLeave(now)}
        ) mail on true
        where t.network = n.source and t.ip = i.source and ${isWaiting} and mail.is_ours is not false
        order by t.asked_at limit 1
      ) turn
      order by i.paid, i.asked_at limit 1
    ) turn
    order by n.paid, n.asked_at limit 1
  ) turn
  order by a.paid, a.asked_at limit 1
`;

/** One row for each bucket of a source. `turn` has the hashes. */
const bucketsOf = (turn: RawBuilder<unknown>) =>
  sql`(values ${sql.join(
    (['ip', 'network'] as const).map(
      (source) =>
        sql`(${levels[source].name}, ${turn}.${sql.ref(source)}, ${levels[source].perHour}, ${levels[source].saved})`,
    ),
  )}) bucket (name, source, per_hour, saved)`;

const levelOfBucket: Level = {
  name: sql`bucket.name`,
  perHour: sql`bucket.per_hour`,
  saved: sql`bucket.saved`,
};

/**
 * Parts of a statement that let a turn pay, and the held mail of its address leave.
 * `turn` is the next one. `paying` is the turn if it and its mail, with the mail's
 * challenge, could be locked. `spent` is the turn if its tokens were paid. The
 * shared bucket is locked last: its holders wait for nobody.
 */
export const budgetOf = (
  mailsPerHour: RawBuilder<number>,
  held: Held,
  isAsked: RawBuilder<unknown>,
) => {
  const all = levelOfAll(mailsPerHour);
  return {
    release: sql`
      ${present},
      seen as materialized (
        select b.version, not ${isUsedUp(sql`b.full_at`, all)} as is_left from budgets b where ${ofAll}
      ),
      turn as materialized (${nextTurn(held, sql`${isAsked} and (select is_left from seen)`)}),
      locked as (
        select turn.* from turn join mail_turns t on t.id = turn.id where t.state = 'waiting'
        for update of t skip locked
      ),
      mail as (
        select o.id from locked join outbox o on o.id = locked.mail_id join challenges c on c.id = o.challenge_id
        where o.state = 'queued' and o.held
        for update of o, c skip locked
      ),
      paying as (select * from locked where mail_id is null or exists (select from mail))
    `,
    spend: sql`
      spent as (
        update budgets b set version = b.version + 1,
          full_at = case when paying.mail_id is null then b.full_at else ${fullAfterOne(sql`b.full_at`, all)} end
        from paying, seen where ${ofAll} and b.version = seen.version
        returning paying.*
      ),
      charged as (
        insert into budgets (name, source, full_at)
        select bucket.name, bucket.source, ${fullAfterOne(sql`own.full_at`, levelOfBucket)}
        from spent cross join lateral ${bucketsOf(sql`spent`)}
          left join budgets own on own.name = bucket.name and own.source = bucket.source
        on conflict (name, source) do update set full_at = excluded.full_at
      ),
      counted as (
        update mail_turns t set state = case when spent.mail_id is null then 'paid' else 'mailed' end,
          ends_at = ${now} + interval '1 hour'
        from spent where t.id = spent.id
      )
    `,
  };
};

/**
 * Parts of a statement that return the tokens of an address's turns if a code signed
 * it in. Its waiting turns end. The shared bucket is the first bucket to be locked,
 * after all other waits.
 * @param signedIn a relation `signed_in` with `address`
 */
export const giveBackTokens = (
  mailsPerHour: RawBuilder<number>,
  signedIn: RawBuilder<unknown>,
) => {
  const all = levelOfAll(sql`nullif(${mailsPerHour}::int, 0)`);
  const mailed = sql`(select count(*) from proven where state = 'mailed')`;
  return sql`
    proven as (
      delete from mail_turns t using ${signedIn} where t.address = signed_in.address returning t.*
    ),
    returned as (
      update budgets b set full_at = b.full_at - ${timeOf(mailed, all)}, version = b.version + 1
      where ${ofAll} and exists (select from proven where state <> 'waiting') and ${mailsPerHour}::int > 0
      returning b.name
    ),
    returned_to_sources as (
      update budgets b set full_at = b.full_at - ${timeOf(sql`given.tokens`, { perHour: sql`given.per_hour` })}
      from (
        select bucket.name, bucket.source, bucket.per_hour, count(*) as tokens
        from proven cross join lateral ${bucketsOf(sql`proven`)} where proven.state <> 'waiting' group by 1, 2, 3
      ) given, (select count(*) from returned) as first
      where b.name = given.name and b.source = given.source
    )
  `;
};
