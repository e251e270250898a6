import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { statements } from './database.ts';
import { isDeadlock, isLockTimeout } from './errors.ts';
import type { Orm } from './orm.ts';

/** A count that was kept, and what there is. */
type Wrong<Key> = Key & { kept: number; counted: number };

export type Repaired = {
  /** Segments of the order of creation whose counts were wrong, by number, hidden profiles counted apart. */
  segments: Wrong<{ segment: number; keptHidden: number; countedHidden: number }>[];
  /** Users whose number of profiles was wrong. */
  owners: Wrong<{ id: string }>[];
};

/** How often each half is tried, a second apart, where others hold what it has to write or it ran into a deadlock. */
const tries = 60;

/** What is missing is added in a shard that no connection counts in: that waits for nobody. */
const repairSegments = sql<Repaired['segments'][number]>`
  with counted as (
    select position >> 12 as segment, count(*)::int as total, (count(*) filter (where hidden))::int as hidden
    from profiles group by 1
  ),
  kept as (
    select segment, sum(total)::int as total, sum(hidden)::int as hidden from profile_segments group by 1
  ),
  wrong as materialized (
    select segment, coalesce(kept.total, 0) as kept, coalesce(counted.total, 0) as counted,
      coalesce(kept.hidden, 0) as kept_hidden, coalesce(counted.hidden, 0) as counted_hidden
    from counted full join kept using (segment)
    where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
  ),
  repaired as (
    insert into profile_segments as s (segment, shard, total, hidden)
    select segment, -1, counted - kept, counted_hidden - kept_hidden from wrong order by segment
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden
  )
  select segment::float8 as segment, kept, counted, kept_hidden as "keptHidden", counted_hidden as "countedHidden"
  from wrong order by segment
`;

const repairOwners = sql<Repaired['owners'][number]>`
  with wrong as materialized (
    select users.id, profile_count as kept, coalesce(counted, 0) as counted
    from users left join (
      select owner_id as id, count(*)::int as counted from profiles group by 1
    ) owners using (id)
    where profile_count <> coalesce(counted, 0)
  )
  update users set profile_count = users.profile_count + counted - kept from wrong where wrong.id = users.id
  returning users.id, kept, counted
`;

/** Runs a statement that may take as long as reading all profiles does. */
async function repair<Row>(orm: Orm, statement: RawBuilder<Row>): Promise<Row[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await orm.em.fork().transactional(async (em) => {
        await sql`set local statement_timeout = 0`.execute(statements(em));
        const { rows } = await statement.execute(statements(em));
        return rows;
      });
    } catch (error) {
      if (tried === tries || !(isLockTimeout(error) || isDeadlock(error))) throw error;
      await sleep(1_000);
    }
  }
}

/**
 * Counts all profiles anew, by segment and by owner, and returns what had been wrong. The service may run meanwhile: what is
 * kept and what there is are read in one snapshot, and their difference is added to what is kept by then.
 */
export async function repairCounts(orm: Orm): Promise<Repaired> {
  return {
    segments: await repair(orm, repairSegments),
    owners: await repair(orm, repairOwners),
  };
}
