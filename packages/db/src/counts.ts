import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { statements } from './database.ts';
import { groupBits } from './entities/profile-segment-group.ts';
import { segmentBits } from './entities/profile-segment.ts';
import { isDeadlock, isLockTimeout } from './errors.ts';
import type { Orm } from './orm.ts';
import { liftTimeLimit } from './session.ts';

type Wrong<Key> = Key & { kept: number; counted: number };

type WrongNumber = Wrong<{ number: number; keptHidden: number; countedHidden: number }>;

export type Repaired = {
  segments: WrongNumber[];
  groups: WrongNumber[];
  /** Users whose `profile_count` was wrong. */
  owners: Wrong<{ id: string }>[];
};

const groupOfSegment = sql`segment >> ${sql.lit(groupBits - segmentBits)}`;

/** Totals by group, folded or not. A group may have several rows. */
export const countedGroups = sql`(
  select segment_group as number, total, hidden from profile_segment_groups
  union all
  select ${groupOfSegment}, total, hidden from profile_segments where shard >= 0
)`;

/** Tries of each part after a lock timeout or a deadlock. */
const tries = 60;

/** No connection writes to this shard, so a repair need not wait for one. */
const repairShard = sql.lit(64);

type Compared = Record<'counted' | 'kept' | 'repaired', RawBuilder<unknown>>;

/** Compares two tables of totals; `repaired` adds what `wrong` rows lack. */
const repairNumbers = ({ counted, kept, repaired }: Compared) => sql<WrongNumber>`
  with counted as (${counted}),
  kept as (${kept}),
  wrong as materialized (
    select number, coalesce(kept.total, 0)::int as kept, coalesce(counted.total, 0)::int as counted,
      coalesce(kept.hidden, 0)::int as kept_hidden, coalesce(counted.hidden, 0)::int as counted_hidden
    from counted full join kept using (number)
    where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
  ),
  repaired as (${repaired})
  select number::float8 as number, kept, counted, kept_hidden as "keptHidden", counted_hidden as "countedHidden"
  from wrong order by number
`;

const repairSegments = repairNumbers({
  counted: sql`
    select position >> ${sql.lit(segmentBits)} as number, count(*) as total, count(*) filter (where hidden) as hidden
    from profiles group by 1
  `,
  kept: sql`
    select segment as number, sum(total) as total, sum(hidden) as hidden from profile_segments group by 1
  `,
  repaired: sql`
    insert into profile_segments as s (segment, shard, total, hidden)
    select number, ${repairShard}, counted - kept, counted_hidden - kept_hidden from wrong order by number
    on conflict (segment, shard) do update
      set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden
  `,
});

const addToGroups = (added: RawBuilder<unknown>) => sql`
  insert into profile_segment_groups as g (segment_group, total, hidden) ${added}
  on conflict (segment_group) do update set total = g.total + excluded.total, hidden = g.hidden + excluded.hidden
`;

const repairGroups = repairNumbers({
  counted: sql`
    select ${groupOfSegment} as number, sum(total) as total, sum(hidden) as hidden
    from profile_segments where shard < 0 group by 1
  `,
  kept: sql`select segment_group as number, total, hidden from profile_segment_groups`,
  repaired: addToGroups(
    sql`select number, counted - kept, counted_hidden - kept_hidden from wrong order by number`,
  ),
});

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

type RepairOptions = {
  dryRun?: boolean;
};

async function runOnce<Row>(
  orm: Orm,
  statement: RawBuilder<Row>,
  { dryRun = false }: RepairOptions,
): Promise<Row[]> {
  const em = orm.em.fork();
  await em.begin();
  try {
    await liftTimeLimit(em);
    const { rows } = await statement.execute(statements(em));
    if (!dryRun) await em.commit();
    return rows;
  } finally {
    if (em.isInTransaction()) await em.rollback();
  }
}

async function repair<Row>(
  orm: Orm,
  statement: RawBuilder<Row>,
  options: RepairOptions,
): Promise<Row[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await runOnce(orm, statement, options);
    } catch (error) {
      if (tried === tries || !(isLockTimeout(error) || isDeadlock(error))) throw error;
      await sleep(1_000);
    }
  }
}

/**
 * Counts all profiles by segment, group and owner, and returns the wrong counts.
 * The service may run meanwhile: a statement reads both counts in one snapshot,
 * and adds their difference to the count of that moment.
 */
export async function repairCounts(
  orm: Orm,
  options: RepairOptions = {},
): Promise<Repaired> {
  return {
    segments: await repair(orm, repairSegments, options),
    groups: await repair(orm, repairGroups, options),
    owners: await repair(orm, repairOwners, options),
  };
}

/** Few rows, so that nobody waits long for their locks. */
const chunk = 5_000;

/** Moves counts of old segments into shard -1 and groups. Skips locked rows. */
const foldChunk = sql`
  with due as materialized (
    select segment, shard from profile_segments
    where shard >= 0 and segment < (select max(segment) from profile_segments) - 1
    order by segment limit ${sql.lit(chunk)} for update skip locked
  ),
  taken as (
    delete from profile_segments s using due where (s.segment, s.shard) = (due.segment, due.shard) returning s.*
  ),
  grouped as (${addToGroups(
    sql`select ${groupOfSegment}, sum(total), sum(hidden) from taken group by 1 order by 1`,
  )})
  insert into profile_segments as s (segment, shard, total, hidden)
  select segment, -1, sum(total), sum(hidden) from taken group by 1 order by 1
  on conflict (segment, shard) do update
    set total = s.total + excluded.total, hidden = s.hidden + excluded.hidden
  returning 1
`;

async function foldSome(orm: Orm): Promise<boolean> {
  const { rows } = await foldChunk.execute(statements(orm.em.fork()));
  return rows.length > 0;
}

export async function foldCounts(orm: Orm, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = signal?.aborted !== true && (await foldSome(orm));
  }
}
