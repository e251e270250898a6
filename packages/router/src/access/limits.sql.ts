import { type Executor, preparedRow, preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { withoutWaiting } from '../without-waiting.sql.ts';

type Count = { hits: number; secondsLeft: number };

/** `hours` is the length of the window. */
type Counted = { key: string; hours: number };

/** As a wait is told. */
export const secondsUntil = (instant: RawBuilder<unknown>) =>
  sql<number>`ceil(extract(epoch from ${instant} - current_instant()))::int`;

const isOver = sql`r.ends_at <= current_instant()`;

function counting(condition: RawBuilder<boolean>) {
  const count = preparedRow(
    (value: Value<Counted>) => sql<Count>`
      insert into rate_limits as r (key, ends_at, hits)
      select ${value('key')}::text, current_instant() + make_interval(hours => ${value('hours')}::int), 1
      where ${condition}
      on conflict (key) do update set
        hits = case when ${isOver} then 1 else r.hits + 1 end,
        ends_at = case when ${isOver} then excluded.ends_at else r.ends_at end
      returning r.hits, ${secondsUntil(sql`r.ends_at`)} as "secondsLeft"
    `,
  );
  return async (em: Executor, counted: Counted): Promise<Count> => {
    const row = await count(em, counted);
    if (!row) throw new Error('A request could not be counted');
    return row;
  };
}

/** Counts one request under the key. The first request starts the window. */
export const countRequest = counting(withoutWaiting);

/** The same in a transaction, which then waits for the disk as others do. */
export const countDurably = counting(sql<boolean>`true`);

/** Takes one count back. */
export const uncount = preparedSql(
  (value: Value<{ key: string }>) => sql`
    update rate_limits set hits = hits - 1 where key = ${value('key')}::text and hits > 0 and ${withoutWaiting}
  `,
);

const isDayOver = sql`r.day_ends_at <= current_instant()`;

/**
 * Counts a write of each account in `writes`. Returns the keys with room left. It locks
 * counts last, and in order, so two statements can't deadlock.
 * @param writes selects a `key` for each account
 * @param most the limit of an hour; a day has ten thirds of it
 */
export const countingWrites = (
  writes: RawBuilder<unknown>,
  most: RawBuilder<unknown>,
) => sql`
  insert into rate_limits as r (key, ends_at, hits, day_ends_at, day_hits)
  select key, current_instant() + interval '1 hour', 1, current_instant() + interval '1 day', 1
  from (${writes}) writes order by key
  on conflict (key) do update set
    hits = case when ${isOver} then 1 else r.hits + 1 end,
    ends_at = case when ${isOver} then excluded.ends_at else r.ends_at end,
    day_hits = case when ${isDayOver} then 1 else r.day_hits + 1 end,
    day_ends_at = case when ${isDayOver} then excluded.day_ends_at else r.day_ends_at end
  where (${isOver} or r.hits < ${most}) and (${isDayOver} or r.day_hits < ${most} * 10::bigint / 3)
  returning key
`;

/** The limit of a batch, whose items have it as `mostWrites`. */
export const mostChosen = sql`(select "mostWrites" from chosen limit 1)`;

type Writes = { counter: string; mostWrites: number };

/** Counts one write. Returns nothing if there is no room. */
export const countWriteRow = preparedSql(
  (value: Value<Writes>) =>
    sql<{ key: string }>`${countingWrites(
      sql`select ${value('counter')}::text as key`,
      sql`${value('mostWrites')}::int`,
    )}`,
);

/** Seconds until there is room; no row if there is. */
export const writesWait = preparedRow(
  (value: Value<Writes>) => sql<{ seconds: number }>`
    select ${secondsUntil(sql`until`)} as seconds
    from rate_limits r cross join lateral greatest(
      case when not ${isOver} and r.hits >= ${value('mostWrites')}::int then r.ends_at end,
      case when not ${isDayOver} and r.day_hits >= ${value('mostWrites')}::int * 10::bigint / 3 then r.day_ends_at end
    ) as until
    where key = ${value('counter')}::text and until is not null
  `,
);
