import { sql } from 'kysely';
import { statements, type Executor } from '../database.ts';

/** Counts of segments and users that differ from the rows. */
export async function wrongCounts(em: Executor) {
  const { rows } = await sql`
    select 'segment ' || number as what, row_to_json(kept) as kept, row_to_json(counted) as counted
    from (
      select segment as number, sum(total) as total, sum(hidden) as hidden from profile_segments group by 1
    ) kept
    full join (
      select position >> 12 as number, count(*) as total, count(*) filter (where hidden) as hidden
      from profiles group by 1
    ) counted using (number)
    where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
    union all
    select id::text, to_json(profile_count), to_json(counted)
    from users, lateral (select count(*) as counted from profiles where owner_id = users.id) owned
    where profile_count <> counted
  `.execute(statements(em));
  return rows;
}
