import { setTimeout as sleep } from 'node:timers/promises';
import { isDeadlock, isLockTimeout, type Orm, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { EntityManager } from '../../context.ts';

/** A count that was kept, and what there is. */
type Wrong<Key> = Key & { kept: number; counted: number };

export type Repaired = {
  /** Segments of the order of creation whose counts were wrong, by number, hidden profiles counted apart. */
  stretches: Wrong<{ stretch: number; keptHidden: number; countedHidden: number }>[];
  /** Users whose number of profiles was wrong. */
  owners: Wrong<{ id: string }>[];
};

/** How often the locks are asked for, a second apart. */
const tries = 60;

/**
 * Keeps everybody else from writing profiles and users, both of which keep counts. Given up before PostgreSQL looks for a
 * deadlock (after a second): it is this command that waits, not whoever holds one lock and wants the other.
 */
async function keepWritersOut(em: EntityManager): Promise<void> {
  await sql`set local lock_timeout = '500ms'`.execute(statements(em));
  await sql`lock table users, profiles in share mode`.execute(statements(em));
  await sql`set local statement_timeout = 0`.execute(statements(em));
}

/** Counts each segment anew, and writes those that were wrong. */
async function repairStretches(em: EntityManager): Promise<Repaired['stretches']> {
  const { rows } = await sql<Repaired['stretches'][number]>`
    with counted as (
      select position >> 12 as stretch, count(*)::int as total, (count(*) filter (where hidden))::int as hidden
      from profiles group by 1
    ),
    kept as (
      select stretch, sum(total)::int as total, sum(hidden)::int as hidden from profile_stretches group by 1
    ),
    wrong as (
      select stretch, coalesce(kept.total, 0) as kept, coalesce(counted.total, 0) as counted,
        coalesce(kept.hidden, 0) as kept_hidden, coalesce(counted.hidden, 0) as counted_hidden
      from counted full join kept using (stretch)
    )
    select stretch::float8 as stretch, kept, counted, kept_hidden as "keptHidden", counted_hidden as "countedHidden"
    from wrong where (kept, kept_hidden) <> (counted, counted_hidden) order by stretch
  `.execute(statements(em));
  for (const { stretch, counted, countedHidden } of rows) {
    await statements(em).deleteFrom('profile_stretches').where('stretch', '=', stretch).execute();
    await statements(em)
      .insertInto('profile_stretches')
      .values({ stretch, shard: 0, total: counted, hidden: countedHidden })
      .execute();
  }
  return rows;
}

/** Counts each user's profiles anew, and writes those that were wrong. */
async function repairOwners(em: EntityManager): Promise<Repaired['owners']> {
  const { rows } = await sql<Repaired['owners'][number]>`
    with wrong as (
      select users.id, profile_count as kept, coalesce(counted, 0) as counted
      from users left join (
        select owner_id as id, count(*)::int as counted from profiles group by 1
      ) owners using (id)
      where profile_count <> coalesce(counted, 0)
    )
    update users set profile_count = counted from wrong where wrong.id = users.id
    returning users.id, kept, counted
  `.execute(statements(em));
  return rows;
}

/** Both, in one transaction that nobody else writes in. */
const attempt = async (orm: Orm): Promise<Repaired> =>
  orm.em.transactional(async (em) => {
    await keepWritersOut(em);
    return { stretches: await repairStretches(em), owners: await repairOwners(em) };
  });

/**
 * Counts all profiles anew, by segment and by owner, and returns what had been wrong. The service may run meanwhile: what writes
 * profiles or users waits for the time that reading all profiles takes.
 */
export async function repairCounts(orm: Orm): Promise<Repaired> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt(orm);
    } catch (error) {
      if (tried === tries || !(isLockTimeout(error) || isDeadlock(error))) {
        throw error;
      }
      await sleep(1_000);
    }
  }
}
