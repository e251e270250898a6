import { every, type Executor, onlyRow } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import {
  conditionsOf,
  isIndexed,
  type ProfileFilter,
  wasCreated,
} from './conditions.sql.ts';

/** Counts stop here. Beyond it there are "more". */
export const mostCounted = 10_000;

type Counts = { active: number; hidden: number };

/** Most rows that are scanned if no index helps. */
const mostScanned = 2 * mostCounted;

const newest = (filter: ProfileFilter) => sql`
  newest as materialized (
    select * from profiles where ${every(wasCreated(filter))}
    order by created_at desc, position desc limit ${mostScanned}
  )
`;

/**
 * Counts matches per state in one pass, up to `mostCounted` + 1. Without an index
 * only the newest rows are scanned. Then `isWhole` says whether these are all.
 */
export function countFound(em: Executor, filter: Omit<ProfileFilter, 'state'>) {
  const isScan = !isIndexed(filter);
  const count = (state: RawBuilder<unknown>) =>
    sql`least(count(*) filter (where ${state}), ${mostCounted + 1})::int`;
  return onlyRow(em)<Counts & { isWhole: boolean }>`
    with ${isScan ? sql`${newest(filter)},` : sql``} matching as materialized (
      select hidden from ${isScan ? sql`newest` : sql`profiles`} profiles where ${every(conditionsOf(filter))}
    )
    select ${count(sql`not hidden`)} as active, ${count(sql`hidden`)} as hidden,
      ${isScan ? sql`(select count(*) < ${mostScanned} from newest)` : sql`true`} as "isWhole"
    from matching
  `;
}

/** Exact, and equally fast for any number of profiles. */
export const countAll = (em: Executor): Promise<Counts> =>
  onlyRow(em)<Counts>`
    select coalesce(sum(total - hidden), 0)::float8 as active, coalesce(sum(hidden), 0)::float8 as hidden
    from profile_segments
  `;
