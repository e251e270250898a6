import { type RawBuilder, sql } from 'kysely';

/** Mails that are saved up at most, and no more than an hour's: a minute's rush of newcomers waits for nothing. */
const mostSaved = 50;

/**
 * Postmark stops senders of whose mails more than a tenth bounce. So a network with more than two bounces among its last 20 mails
 * gets one mail a minute. Of fewer mails a tenth would be a single address that somebody mistyped.
 */
const judged = 20;
const mostBounces = 2;
const pace = '1 minute';

/**
 * The same over everybody, since many networks can have two bounces each: a tenth of the last 200 mails. Over more mails a flood
 * would be noticed too late; of fewer, some mistyped addresses would be a tenth. At most three bounces of one network count, so
 * that six networks together can't have others slowed.
 */
const judgedOfAll = 200;
const mostBouncesOfAll = 20;
const countedOfNetwork = 3;

/** Asked for once in a statement, not for each row. */
const now = sql`(select instant from present)`;

const isWithin = (interval: string) => sql`released_at > ${now} - ${sql.lit(interval)}::interval`;

/** Whether mail `o`, which is queued, may be delivered at an instant. */
type IsDue = (now: RawBuilder<unknown>) => RawBuilder<unknown>;

/** How many of the network's last mails bounced. */
const bouncesOf = (network: RawBuilder<unknown>) => sql`(
  select count(*) from (
    select bounced from network_mails where network = ${network} order by released_at desc limit ${sql.lit(judged)}
  ) last where bounced
)`;

/**
 * As parts of a statement: `held`, of each network whose mails wait the oldest, found by steps through the index, since one
 * network may have thousands; then `entitled`, those of networks that are not slowed for their bounces. While too many mails
 * bounce over all, networks with any bounces get one a minute together.
 * @param isAsked where it is false nothing is looked for
 */
const entitledMails = (isDue: IsDue, isAsked: RawBuilder<unknown>) => {
  const oldest = (isNext: RawBuilder<unknown>) => sql`
    select o.id, o.allocation, o.network, o.next_at from outbox o
    where o.state = 'queued' and o.network is not null and ${isDue(now)} and ${isNext}
    order by o.allocation, o.network, o.next_at limit 1
  `;
  return sql`
    present as materialized (select current_instant() as instant),
    held as (
      (${oldest(isAsked)})
      union all
      select next.* from held cross join lateral (
        ${oldest(sql`(o.allocation, o.network) > (held.allocation, held.network)`)}
      ) next
    ),
    everybody as materialized (
      select sum(least(bounces, ${sql.lit(countedOfNetwork)})) > ${sql.lit(mostBouncesOfAll)} and exists (
        select from network_mails m where ${isWithin(pace)} and ${bouncesOf(sql`m.network`)} > 0
      ) as is_slowed
      from (
        select count(*) filter (where bounced) as bounces from (
          select network, bounced from network_mails order by released_at desc limit ${sql.lit(judgedOfAll)}
        ) last group by network
      ) networks
    ),
    entitled as (
      select * from held where ${bouncesOf(sql`held.network`)} <= case
        when (select is_slowed from everybody) then 0
        when exists (select from network_mails m where m.network = held.network and ${isWithin(pace)})
          then ${sql.lit(mostBounces)}
        else ${sql.lit(judged)}
      end
    )
  `;
};

/** How many mails the budget let go in the last hour for the same network, or for the same allocation. */
const releasedTo = (range: 'network' | 'allocation') => sql`(
  select count(*) from network_mails m
  where m.${sql.ref(range)} = entitled.${sql.ref(range)} and ${isWithin('1 hour')}
)`;

/** How long so many mails take to flow in. */
const timeOf = (mails: number, mailsPerHour: RawBuilder<number>) =>
  sql`least(${mailsPerHour}::int, ${sql.lit(mails)}) * (interval '1 hour' / ${mailsPerHour}::int)`;

/**
 * When the budget will be full again after one more mail. Where that is further off than for an empty one, the clock was set back
 * or the setting raised: then it is empty.
 */
const fullAfterOne = (mailsPerHour: RawBuilder<number>) => {
  const whenEmpty = sql`current_instant() + ${timeOf(mostSaved, mailsPerHour)}`;
  return sql`(
    case when full_at > ${whenEmpty} then ${whenEmpty}
      else greatest(full_at, current_instant()) + ${timeOf(1, mailsPerHour)} end
  )`;
};

/** Whether a mail is left, beside so many others. */
const isLeft = (mailsPerHour: RawBuilder<number>, beside = 0) => sql`
  ${fullAfterOne(mailsPerHour)} <= current_instant() + ${timeOf(mostSaved, mailsPerHour)} - ${timeOf(beside, mailsPerHour)}
`;

const budget = sql`budgets where name = 'mails_to_unknown'`;

/**
 * The budget of mails to addresses that never signed in, as parts of claiming one. `released` is the mail whose turn it is: of
 * the allocation with the fewest in the last hour and, in that, of the network with the fewest; of two with as few, the older.
 * `spent` has a row where it was paid for. Of those that choose at once one gets the mail: nobody takes another in its place, nor
 * pays after the budget has changed since they chose. So budget and order are exact over all instances.
 */
export const budgetOf = (
  mailsPerHour: RawBuilder<number>,
  isDue: IsDue,
  isAsked: RawBuilder<unknown>,
) => ({
  release: sql`
    seen as materialized (select full_at as seen_full_at, ${isLeft(mailsPerHour)} as is_left from ${budget}),
    ${entitledMails(isDue, sql`${isAsked} and (select is_left from seen)`)},
    allocation as (
      select allocation from entitled
      group by allocation order by ${releasedTo('allocation')}, min(next_at) limit 1
    ),
    turn as materialized (
      select id from entitled join allocation using (allocation) order by ${releasedTo('network')}, next_at limit 1
    ),
    released as (
      select o.id, o.network, o.allocation from turn join outbox o using (id)
      where o.state = 'queued' and o.network is not null
      for update of o skip locked
    )
  `,
  spend: sql`
    spent as (
      update budgets b set full_at = ${fullAfterOne(mailsPerHour)}
      from released, seen where b.name = 'mails_to_unknown' and b.full_at = seen_full_at
      returning released.*
    ),
    counted as (
      insert into network_mails (mail_id, network, allocation, released_at)
      select id, network, allocation, current_instant() from spent
    )
  `,
});

/** Whether the budget holds mail back: some waits, and nothing is left but, at most, what is taken at the next look. */
export const holdsByBudget = (mailsPerHour: RawBuilder<number>) => sql<boolean>`(
  exists (select from outbox where state = 'queued' and network is not null)
    and not (select ${isLeft(mailsPerHour, 1)} from ${budget})
)`;

/** What goes before asking `holdsForBounces`: which mail waits, and which may be let go. */
export const heldMails = (isDue: IsDue) => entitledMails(isDue, sql`true`);

/** Whether mail waits because mails of its network bounced. */
export const holdsForBounces = sql<boolean>`exists (select id from held except select id from entitled)`;
