import { type OptionalCondition, every, type Executor, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import {
  conditionsOf,
  isIndexed,
  ownersWithDuplicates,
  type ProfileFilter,
  wasCreated,
} from './conditions.sql.ts';

/** Counts stop here. Beyond it there are "more". */
export const mostCounted = 10_000;

type Counts = { active: number; hidden: number };

/** Materialized, so that the plan does not rely on an early end. */
const counted = (
  among: RawBuilder<unknown>,
  conditions: readonly OptionalCondition[],
): RawBuilder<Counts> => sql`
  with matching as materialized (select from ${among} profiles where ${every(conditions)})
  select count(*)::int as count from (select from matching limit ${mostCounted + 1}) counted
`;

/** Most rows that are scanned if no index helps. */
const mostScanned = 2 * mostCounted;

const newest = (filter: ProfileFilter) => sql`
  newest as materialized (
    select * from profiles where ${every(wasCreated(filter))}
    order by created_at desc, position desc limit ${mostScanned}
  )
`;

/**
 * Counts matches per state, up to `mostCounted` + 1. Without an index only the
 * newest rows are scanned. Then `isWhole` says whether these are all.
 */
export async function countFound(em: Executor, filter: Omit<ProfileFilter, 'state'>) {
  const oneByOne = !isIndexed(filter);
  const [tables, among] = oneByOne
    ? [newest(filter), sql`newest`]
    : [ownersWithDuplicates, sql`profiles`];
  const count = (state: 'active' | 'hidden') =>
    counted(among, conditionsOf({ ...filter, state }, { oneByOne }));
  const { rows } = await sql<Counts & { isWhole: boolean }>`
    with ${tables}
    select (${count('active')}) as active, (${count('hidden')}) as hidden,
      ${oneByOne ? sql`(select count(*) < ${mostScanned} from newest)` : sql`true`} as "isWhole"
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0, isWhole: true };
}

/** Exact, and equally fast for any number of profiles. */
export async function countAll(em: Executor): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(total - hidden), 0)::float8 as active, coalesce(sum(hidden), 0)::float8 as hidden
    from profile_segments
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}
