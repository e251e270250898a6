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
 * A classroom behind one IP address signs up at once. Whoever asks for strangers all day gets no more than one mail a minute. An
 * allocation has as much as sixteen networks: one provider has many customers.
 */
export const levels = {
  ip: levelOf('mails_of_ip', 60, 100),
  network: levelOf('mails_of_network', 120, 200),
  allocation: levelOf('mails_of_allocation', 1_920, 3_200),
};

export type Source = keyof typeof levels;

/** Mails that are saved up over all at most, and no more than an hour's: a rush of newcomers waits for nothing. */
const savedOfAll = 200;

export const levelOfAll = (mailsPerHour: RawBuilder<number>): Level => ({
  name: sql.lit('mails_to_unknown'),
  perHour: sql`${mailsPerHour}::int`,
  saved: sql`least(${mailsPerHour}::int, ${sql.lit(savedOfAll)})`,
});

/** Asked for once in a statement, not for each row. */
export const now = sql`(select instant from present)`;

export const present = sql`present as materialized (select current_instant() as instant)`;

export const isOfLastHour = sql`m.released_at > ${now} - interval '1 hour'`;

/** How long so many tokens take to flow in. */
export const timeOf = (
  tokens: RawBuilder<unknown>,
  { perHour }: Pick<Level, 'perHour'>,
) => sql`${tokens} * (interval '1 hour' / ${perHour})`;

/** When a bucket without any token is full. */
const fullFromEmpty = (level: Level) => sql`${now} + ${timeOf(level.saved, level)}`;

/**
 * When the bucket is full again after one more token. Where it says later than an empty one would, the clock was set back or the
 * rate was raised: then it is empty.
 */
export const fullAfterOne = (fullAt: RawBuilder<unknown>, level: Level) => sql`
  least(greatest(${fullAt}, ${now}) + ${timeOf(sql.lit(1), level)}, ${fullFromEmpty(level)})
`;

/** Whether the bucket has no token left, or no more than `spare`. One whose instant can't be (see above) has one. */
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
