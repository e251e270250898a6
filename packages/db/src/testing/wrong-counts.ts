import { sql, type RawBuilder } from 'kysely';
import { countedGroups } from '../counts.ts';
import { statements, type Executor } from '../database.ts';

const wrongOf = (what: string, bits: number, counts: RawBuilder<unknown>) => sql`
  select ${sql.lit(what)} || number as what, row_to_json(kept) as kept, row_to_json(counted) as counted
  from (select number, sum(total) as total, sum(hidden) as hidden from ${counts} counts group by 1) kept
  full join (
    select position >> ${sql.lit(bits)} as number, count(*) as total, count(*) filter (where hidden) as hidden
    from profiles group by 1
  ) counted using (number)
  where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
`;

export async function wrongCounts(em: Executor) {
  const { rows } = await sql`
    ${wrongOf('segment ', 12, sql`(select segment as number, total, hidden from profile_segments)`)}
    union all ${wrongOf('group ', 22, countedGroups)}
    union all
    select id::text, to_json(profile_count), to_json(counted)
    from users, lateral (select count(*) as counted from profiles where owner_id = users.id) owned
    where profile_count <> counted
  `.execute(statements(em));
  return rows;
}
