import { type Executor, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { withoutWaiting } from '../without-waiting.sql.ts';

type Count = { hits: number; secondsLeft: number };

const isHourOver = sql`r.began_at <= excluded.began_at - interval '1 hour'`;

const countRow = preparedSql(
  (value: Value<{ key: string }>) => sql<Count>`
    insert into rate_limits as r (key, began_at, hits)
    select ${value('key')}::text, current_instant(), 1 where ${withoutWaiting}
    on conflict (key) do update set
      hits = case when ${isHourOver} then 1 else r.hits + 1 end,
      began_at = case when ${isHourOver} then excluded.began_at else r.began_at end
    returning r.hits,
      ceil(extract(epoch from r.began_at + interval '1 hour' - current_instant()))::int as "secondsLeft"
  `,
);

/** Counts one request under the key, in the hour that its first request began. */
export async function countRequest(em: Executor, key: string): Promise<Count> {
  const [count] = await countRow(em, { key });
  if (!count) {
    throw new Error('A request could not be counted');
  }
  return count;
}
