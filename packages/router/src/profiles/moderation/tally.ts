import { plannedEachTime, statements } from '@namecard/db';
import { sql, type RawBuilder } from 'kysely';
import { every } from '../../conditions.ts';
import type { EntityManager } from '../../context.ts';
import { conditionsOf, doubledOwners, type ProfileFilter } from './filter.ts';

/** What is counted one by one; beyond it there are "more". */
export const mostCounted = 10_000;

export type Tally = { active: number; hidden: number };

/** Materialized, its plan does not count on an early end, which comes all the same where there are many. */
const counted = (filter: ProfileFilter, state: 'active' | 'hidden'): RawBuilder<Tally> => sql`
  with matching as materialized (
    select from profiles where ${every(conditionsOf({ ...filter, state }))}
  )
  select count(*)::int as count from (select from matching limit ${mostCounted + 1}) counted
`;

/** How many profiles match in each state, whatever state was asked for: to one more than `mostCounted`. */
export async function countMatching(em: EntityManager, filter: ProfileFilter): Promise<Tally> {
  const { rows } = await sql<Tally>`
    ${plannedEachTime}
    with ${doubledOwners}
    select (${counted(filter, 'active')}) as active, (${counted(filter, 'hidden')}) as hidden
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}

/** How many profiles there are in each state, from the counts that are kept: exact, and the same work at any number. */
export async function countAll(em: EntityManager): Promise<Tally> {
  const { rows } = await sql<Tally>`
    select coalesce(sum(total - hidden), 0)::float8 as active, coalesce(sum(hidden), 0)::float8 as hidden
    from profile_stretches
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}
