import { type Executor, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { withoutWaiting } from '../without-waiting.sql.ts';

type Count = { hits: number; secondsLeft: number };

/** `hours` is the length of the window. */
type Counted = { key: string; hours: number };

const isOver = sql`r.ends_at <= current_instant()`;

const countRow = preparedSql(
  (value: Value<Counted>) => sql<Count>`
    insert into rate_limits as r (key, ends_at, hits)
    select ${value('key')}::text, current_instant() + make_interval(hours => ${value('hours')}::int), 1
    where ${withoutWaiting}
    on conflict (key) do update set
      hits = case when ${isOver} then 1 else r.hits + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else r.ends_at end
    returning r.hits, ceil(extract(epoch from r.ends_at - current_instant()))::int as "secondsLeft"
  `,
);

/** Counts one request under the key. The first request starts the window. */
export async function countRequest(em: Executor, counted: Counted): Promise<Count> {
  const [count] = await countRow(em, counted);
  if (!count) {
    throw new Error('A request could not be counted');
  }
  return count;
}
