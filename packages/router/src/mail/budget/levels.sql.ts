import { type RawBuilder, sql } from 'kysely';

/**
 * The brake on mail to strangers: addresses that never signed in.
 *
 * Problem: anybody can ask for mail to any address. Nobody may learn from the time
 * of their own mail whether another address has an account.
 *
 * Plan: each request for a code enters a turn, of its address and IP address. A turn
 * pays one token from the buckets of its IP address and network, whether or not a
 * mail comes of it. A mail to a stranger is held until a turn of its address pays;
 * that turn also pays one token from the bucket of everybody. Other mails leave at
 * once. A bucket is the instant when it is full (GCRA). The next turn is of the
 * allocation with the fewest payments in the last hour. Within it the network is
 * chosen the same way, then the IP address, then the oldest turn. None comes while
 * the bucket of everybody is empty.
 *
 * Price: one turn pays at a time. A claim pays only if the shared bucket's version
 * is still the one it read. So buckets and order are exact over all instances.
 */

export type Level = {
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
 * The tokens of a bucket per hour, and the most that it saves. A classroom behind
 * one IP address fits. A steady asker gets a mail a minute.
 */
export const levels = {
  ip: levelOf('mails_of_ip', 60, 100),
  network: levelOf('mails_of_network', 120, 200),
};

export type Source = keyof typeof levels;

/** Waiting turns `t` that are not dropped yet. */
export const isWaiting = sql<boolean>`(t.state = 'waiting' and t.ends_at >= (select instant from present))`;

/** The most that the shared bucket saves, for a rush of newcomers. Never over an hour's. */
const savedOfAll = 200;

export const levelOfAll = (mailsPerHour: RawBuilder<number>): Level => ({
  name: sql.lit('mails_to_unknown'),
  perHour: sql`${mailsPerHour}::int`,
  saved: sql`least(${mailsPerHour}::int, ${sql.lit(savedOfAll)})`,
});

/** Read once per statement, not per row. */
export const now = sql`(select instant from present)`;

export const present = sql`present as materialized (select current_instant() as instant)`;

/** Turns that paid in the last hour. */
export const hasPaid = (turn: string) =>
  sql<boolean>`(${sql.ref(turn)}.state <> 'waiting' and ${sql.ref(turn)}.ends_at > ${now})`;

/** How long so many tokens take to refill. */
export const timeOf = (
  tokens: RawBuilder<unknown>,
  { perHour }: Pick<Level, 'perHour'>,
) => sql`${tokens} * (interval '1 hour' / ${perHour})`;

/** When an empty bucket is full. */
const fullFromEmpty = (level: Level) => sql`${now} + ${timeOf(level.saved, level)}`;

/**
 * A later instant than an empty bucket's means that the clock was set back or the
 * rate was raised. The bucket is empty then.
 */
export const fullAfterOne = (fullAt: RawBuilder<unknown>, level: Level) => sql`
  least(greatest(${fullAt}, ${now}) + ${timeOf(sql.lit(1), level)}, ${fullFromEmpty(level)})
`;

/** Whether at most `spare` tokens are left. False for an impossible instant. */
export const isUsedUp = (
  fullAt: RawBuilder<unknown>,
  level: Level,
  spare = 0,
) => sql<boolean>`(
  ${fullAt} > ${fullFromEmpty(level)} - ${timeOf(sql.lit(spare + 1), level)} and ${fullAt} <= ${fullFromEmpty(level)}
)`;

export const isSourceUsedUp = (
  source: Source,
  key: RawBuilder<unknown>,
) => sql<boolean>`exists (
  select from budgets b
  where b.name = ${levels[source].name} and b.source = ${key} and ${isUsedUp(sql`b.full_at`, levels[source])}
)`;

export const ofAll = sql`b.name = 'mails_to_unknown' and b.source = ''`;
