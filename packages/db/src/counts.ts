import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { statements } from './database.ts';
import { segmentBits } from './entities/profile-segment.ts';
import { isDeadlock, isLockTimeout } from './errors.ts';
import type { Orm } from './orm.ts';
import { liftTimeLimit } from './session.ts';

type Wrong<Key> = Key & { kept: number; counted: number };

type WrongNumber = Wrong<{ number: number; keptHidden: number; countedHidden: number }>;

type Repaired = {
  segments: WrongNumber[];
  /** Users whose `profile_count` was wrong. */
  owners: Wrong<{ id: string }>[];
};

/** Tries of each part after a lock timeout or a deadlock. */
const tries = 60;

/** No connection writes to this shard, so a repair need not wait for one. */
const repairShard = sql.lit(64);

/** Compares the stored counts with the rows, and adds what is missing. */
const repairSegments = sql<WrongNumber>`
  with counted as (
    select position >> ${sql.lit(segmentBits)} as number, count(*) filter (where not held) as total,
      count(*) filter (where hidden and not held) as hidden
    from profiles group by 1
  ),
  kept as (
    select segment as number, sum(total) as total, sum(hidden) as hidden from profile_segments group by 1
  ),
  wrong as materialized (
    select number, coalesce(kept.total, 0)::int as kept, coalesce(counted.total, 0)::int as counted,
      coalesce(kept.hidden, 0)::int as kept_hidden, coalesce(counted.hidden, 0)::int as counted_hidden
    from counted full join kept using (number)
    where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
  ),
  repaired as (
    insert into profile_segments as s (segment, shard, total, hidden)
    select number, ${repairShard}, counted - kept, counted_hidden - kept_hidden from wrong order by number
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden
  )
  select number::float8 as number, kept, counted, kept_hidden as "keptHidden", counted_hidden as "countedHidden"
  from wrong order by number
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

async function runOnce<Row>(orm: Orm, statement: RawBuilder<Row>): Promise<Row[]> {
  const em = orm.em.fork();
  await em.begin();
  try {
    await liftTimeLimit(em);
    const { rows } = await statement.execute(statements(em));
    await em.commit();
    return rows;
  } finally {
    if (em.isInTransaction()) await em.rollback();
  }
}

async function repair<Row>(orm: Orm, statement: RawBuilder<Row>): Promise<Row[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runOnce(orm, statement);
    } catch (error) {
      if (tried === tries || !(isLockTimeout(error) || isDeadlock(error))) throw error;
      await sleep(1_000);
    }
  }
}

/**
 * Counts all profiles by segment and owner, and returns the wrong counts.
 * The service may run meanwhile: a statement reads both counts in one snapshot,
 * and adds their difference to the count of that moment.
 */
export async function repairCounts(orm: Orm): Promise<Repaired> {
  return {
    segments: await repair(orm, repairSegments),
    owners: await repair(orm, repairOwners),
  };
}
