import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { endingsOf } from '../../testing/outcome.ts';
import { moderator, type Person, signIn, leave } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();
let staff: Person;
let series = 0;

beforeAll(async () => {
  staff = await moderator(service());
});

/** A user with so many profiles, and the revisions that a moderator saw. */
async function ownerOf(count: number) {
  series += 1;
  const run = series;
  const owner = await signIn(service());
  for (let number = 1; number <= count; number += 1) {
    await owner.api.profiles.create({ username: `r${run}.${number}`, referral: '' });
  }
  const { data } = await staff.api.moderation.profiles.search({
    text: owner.email,
    limit: 100,
  });
  return { owner, profiles: data.profiles };
}

/** The number of hidden profiles: counted from the rows, and as stored. */
async function counts() {
  const { rows } = await sql<{
    hidden: number;
    counted: number;
    total: number;
    all: number;
  }>`
    select count(*) filter (where hidden)::int as hidden, count(*)::int as all,
      (select sum(hidden)::int from profile_segments) as counted,
      (select sum(total)::int from profile_segments) as total
    from profiles
  `.execute(statements(service().orm.em.fork()));
  return rows[0];
}

describe('actions on profiles while their owners', () => {
  it('delete them: each profile is hidden first, or reported as gone', async () => {
    const { owner, profiles } = await ownerOf(15);
    const results = await raceTogether(30, async (index) => {
      const profile = profiles[Math.floor(index / 2)];
      if (!profile) return;
      if (index % 2 === 0) {
        await owner.api.profiles.remove({ username: profile.username });
        return;
      }
      const { id, revision } = profile;
      const { data } = await staff.api.moderation.profiles.hideMany({
        profiles: [{ id, revision }],
        reason: 'spam',
      });
      const [result] = data.results;
      expect(result?.outcome === 'done' || result?.error.reason === 'GONE').toBe(true);
    });
    expect(endingsOf(results)).toEqual({ done: 30 });
    const { hidden, counted, all, total } = (await counts()) ?? {};
    expect({ hidden, all }).toEqual({ hidden: counted, all: total });
  });

  it('erase themselves: all of a batch is hidden, or all is gone, and the undo reports it', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => ownerOf(5)));
    const results = await raceTogether(12, async (index) => {
      const { owner, profiles } = people[Math.floor(index / 2)] ?? (await ownerOf(1));
      if (index % 2 === 0) {
        await leave(service(), owner);
        return;
      }
      const seen = profiles.map(({ id, revision }) => ({ id, revision }));
      const { data } = await staff.api.moderation.profiles.hideMany({
        profiles: seen,
        reason: 'spam',
      });
      expect(new Set(data.results.map(({ outcome }) => outcome)).size).toBe(1);
      if (data.action) await staff.api.moderation.undo({ action: data.action });
    });
    expect(endingsOf(results)).toEqual({ done: 12 });
    const { hidden, counted, all, total } = (await counts()) ?? {};
    expect({ hidden, all }).toEqual({ hidden: counted, all: total });
  });
});
