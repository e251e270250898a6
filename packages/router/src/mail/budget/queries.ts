import { type RawBuilder, sql } from 'kysely';

/**
 * The brake on mail to strangers, addresses that never signed in. Each such mail is held until it has a token in four buckets: its
 * asker's IP address, network and allocation, and one that everybody shares. A bucket is one instant (GCRA): when it will be full.
 *
 * A mail has a turn for each IP address that asked for it, and leaves by the first that comes. Next is the allocation with the
 * fewest mails of the last hour, in it the network, in it the IP address, in it the oldest turn. Levels without a token are passed
 * over. Every claim and every token that is given back counts up the version of the shared bucket. A claim spends only if that
 * is still the one it has read. So buckets and order are exact over all instances, and one mail leaves at a time.
 */

type Level = {
  name: RawBuilder<string>;
  perHour: RawBuilder<number>;
  saved: RawBuilder<number>;
};

const levelOf = (name: string, perHour: number, saved: number): Level => ({
  name: sql.lit(name),
  perHour: sql.lit(perHour),
  saved: sql.lit(saved),
});

/**
 * A classroom behind one IP address signs up at once. Whoever asks for strangers all day gets no more than one mail a minute. An
 * allocation has as much as sixteen networks: one provider has many customers.
 */
const levels = {
  ip: levelOf('mails_of_ip', 60, 100),
  network: levelOf('mails_of_network', 120, 200),
  allocation: levelOf('mails_of_allocation', 1_920, 3_200),
};

type Source = keyof typeof levels;

/** Mails that are saved up over all at most, and no more than an hour's: a rush of newcomers waits for nothing. */
const savedOfAll = 200;

const levelOfAll = (mailsPerHour: RawBuilder<number>): Level => ({
  name: sql.lit('mails_to_unknown'),
  perHour: sql`${mailsPerHour}::int`,
  saved: sql`least(${mailsPerHour}::int, ${sql.lit(savedOfAll)})`,
});

/** Asked for once in a statement, not for each row. */
const now = sql`(select instant from present)`;

const present = sql`present as materialized (select current_instant() as instant)`;

const isOfLastHour = sql`m.released_at > ${now} - interval '1 hour'`;

/** How long so many tokens take to flow in. */
const timeOf = (tokens: RawBuilder<unknown>, { perHour }: Pick<Level, 'perHour'>) =>
  sql`${tokens} * (interval '1 hour' / ${perHour})`;

/** When a bucket without any token is full. */
const fullFromEmpty = (level: Level) => sql`${now} + ${timeOf(level.saved, level)}`;

/**
 * When the bucket is full again after one more token. Where it says later than an empty one would, the clock was set back or the
 * rate was raised: then it is empty.
 */
const fullAfterOne = (fullAt: RawBuilder<unknown>, level: Level) => sql`
  least(greatest(${fullAt}, ${now}) + ${timeOf(sql.lit(1), level)}, ${fullFromEmpty(level)})
`;

/** Whether the bucket has no token left, or no more than `spare`. One whose instant can't be (see above) has one. */
const isUsedUp = (fullAt: RawBuilder<unknown>, level: Level, spare = 0) => sql<boolean>`(
  ${fullAt} > ${fullFromEmpty(level)} - ${timeOf(sql.lit(spare + 1), level)} and ${fullAt} <= ${fullFromEmpty(level)}
)`;

const isSourceUsedUp = (source: Source, key: RawBuilder<unknown>) => sql<boolean>`exists (
  select from budgets b
  where b.name = ${levels[source].name} and b.source = ${key} and ${isUsedUp(sql`b.full_at`, levels[source])}
)`;

const mailsOfLastHour = (source: Source, key: RawBuilder<unknown>) =>
  sql`(select count(*) from network_mails m where m.${sql.ref(source)} = ${key} and ${isOfLastHour})`;

/**
 * The sources of a level that wait and have a token, those with the fewest mails of the last hour first, then those that have waited
 * longest. They are found by steps through the index, since one source may have thousands of turns.
 * @param within what the turns have in common
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

/** Whether mail `o`, which is queued, may be delivered at an instant. */
type IsDue = (now: RawBuilder<unknown>) => RawBuilder<unknown>;

/** The turn that comes next. It stops at the first source that has a mail to deliver; an allocation's networks may all be used up. */
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

const ofAll = sql`b.name = 'mails_to_unknown' and b.source = ''`;

/** A row for each bucket of a source, by the hashes that `mail` has. */
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
 * Letting a held mail go, as parts of a statement. `turn` is the next one, where a token is left for all. `released` is its mail,
 * locked with its challenge: who claims it waits for the shared bucket alone, whose holders wait for nobody. `spent` is the same
 * where it was paid for.
 * @param isAsked where it is false nothing is looked for
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
 * Gives the tokens of mails back whose code signed somebody in, as parts of a statement, and no longer counts them. The shared
 * bucket is locked first, as by whoever lets a mail go, and only when all else that is waited for is done.
 * @param matched the name of a part that has the `challengeId` of each code that matched
 * @param done selects from the parts that come before
 */
export const giveBackTokens = (
  mailsPerHour: RawBuilder<number>,
  matched: RawBuilder<unknown>,
  done: RawBuilder<unknown>,
) => {
  const all = levelOfAll(sql`nullif(${mailsPerHour}::int, 0)`);
  const count = sql`(select count(*) from proven)`;
  return sql`
    proven as (
      delete from network_mails m using outbox o, ${matched}, (${done}) done
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

/** What keeps mail to strangers waiting. */
export type Brake = {
  /** The bucket of all: mail whose askers have tokens waits. */
  byAll: boolean;
  /** That of a source. */
  bySource: boolean;
  /** That of an IP address from which most mail is asked for, and whose requests carry no proxy's header. */
  byUnforwarded: boolean;
};

const isTurnUsedUp = sql<boolean>`(
  ${isSourceUsedUp('ip', sql`t.ip`)} or ${isSourceUsedUp('network', sql`t.network`)}
  or ${isSourceUsedUp('allocation', sql`t.allocation`)}
)`;

/** Whether nothing is left for all but, at most, what is taken at the next look, while a mail waits whose asker has tokens. */
const isHeldByAll = (mailsPerHour: RawBuilder<number>) => sql<boolean>`(
  (select ${isUsedUp(sql`b.full_at`, levelOfAll(mailsPerHour), 1)} from budgets b where ${ofAll})
  and exists (select from mail_turns t where not ${isTurnUsedUp})
)`;

/** Mails of the last hour and turns that wait, of an IP address or of all. */
const askedFrom = (isOf: (ip: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`(
  (select count(*) from network_mails m where ${isOfLastHour} and ${isOf(sql`m.ip`)})
  + (select count(*) from mail_turns other where ${isOf(sql`other.ip`)})
)`;

export const brakeOfAll = (mailsPerHour: RawBuilder<number>) => sql<Pick<Brake, 'byAll'>>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll"
`;

export const brake = (mailsPerHour: RawBuilder<number>) => sql<Brake>`
  with ${present} select ${isHeldByAll(mailsPerHour)} as "byAll",
    exists (select from mail_turns t where ${isTurnUsedUp}) as "bySource",
    exists (
      select from (select distinct ip from mail_turns where not is_forwarded) t
      where ${isSourceUsedUp('ip', sql`t.ip`)}
        and ${askedFrom((ip) => sql`${ip} = t.ip`)} * 2 > ${askedFrom(() => sql`true`)}
    ) as "byUnforwarded"
`;
