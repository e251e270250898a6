import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { endingsOf } from '../../testing/outcome.ts';
import { moderator, somebody, type Person } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let staff: Person[];

/** More profiles than a segment has, so one batch writes several counts. */
const many = 9_000;

const racers = 20;

/** Few enough for one transaction. */
const atOnce = 500;

beforeAll(async () => {
  // Each changes 300 cards at most, so no act waits for a code.
  staff = await Promise.all(Array.from({ length: racers }, () => moderator(service())));
  const owner = await somebody(service());
  for (let made = 0; made < many; made += atOnce) {
    await sql`
      insert into profiles (id, owner_id, username, username_key, referral)
      select gen_random_uuid(), ${owner.id}, 'b' || n, 'b' || n, ''
      from generate_series(${made + 1}::int, ${made + atOnce}::int) n
    `.execute(statements(service().orm.em.fork()));
  }
});

/** Random profiles with their current revisions. */
async function sight(
  count: number,
): Promise<{ id: string; revision: number; hidden: boolean }[]> {
  const { rows } = await sql<{ id: string; revision: number; hidden: boolean }>`
    select id, revision, hidden from profiles where position % 45 = 0
    order by random() limit ${count}
  `.execute(statements(service().orm.em.fork()));
  return rows;
}

describe('batches of many moderators', () => {
  it('that overlap in any order are all answered, and counted correctly', async () => {
    for (let round = 0; round < 3; round += 1) {
      const results = await raceTogether(racers, async (index) => {
        const profiles = (await sight(100)).map(({ id, revision }) => ({ id, revision }));
        const api = staff[index]?.api;
        const action = { profiles, reason: 'spam' as const };
        const done = await (index % 2 === 0
          ? api?.moderation.profiles.hideMany(action)
          : api?.moderation.profiles.restoreMany({ profiles }));
        const undone = done?.data.action;
        if (undone && index % 4 < 2) await api?.moderation.undo({ action: undone });
      });
      expect(endingsOf(results)).toEqual({ done: racers });
    }
    const { rows } = await sql`
      select (select count(*)::int from profiles where hidden) = sum(hidden) as right from profile_segments
    `.execute(statements(service().orm.em.fork()));
    expect(rows).toEqual([{ right: true }]);
  });
});
