import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, type Person, signIn } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';
import { despiteDeadlocks } from '../../transaction.ts';
import { repairCounts } from './queries.ts';

const service = useService();

const database = () => statements(service().orm.em.fork());

/** Every stretch and every owner whose kept counts are not what `count(*)` says. */
async function wrongCounts() {
  const { rows } = await sql`
    with counted as (
      select position >> 12 as stretch, count(*) as total, count(*) filter (where hidden) as hidden
      from profiles group by 1
    ),
    kept as (
      select stretch, sum(total) as total, sum(hidden) as hidden from profile_stretches group by 1
    )
    select stretch::text as what, row_to_json(kept) as kept, row_to_json(counted) as counted
    from kept full join counted using (stretch)
    where (coalesce(kept.total, 0), coalesce(kept.hidden, 0)) <> (coalesce(counted.total, 0), coalesce(counted.hidden, 0))
    union all
    select id::text, to_json(profile_count), to_json(counted)
    from users, lateral (select count(*) as counted from profiles where owner_id = users.id) owned
    where profile_count <> counted
  `.execute(database());
  return rows;
}

/** What the list tells, and what there is. */
async function totals() {
  const { rows } = await sql<{ all: number; hidden: number; active: number }>`
    select count(*)::int as all, (count(*) filter (where hidden))::int as hidden,
      (count(*) filter (where not hidden))::int as active from profiles
  `.execute(database());
  return rows[0];
}

/** Names that all writers share, so that they meet. */
const names = Array.from({ length: 24 }, (_, number) => `name-${number}`);

const step = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('create' as const) },
    { weight: 3, arbitrary: fc.constantFrom(...(['remove', 'hide', 'restore'] as const)) },
    { weight: 1, arbitrary: fc.constantFrom(...(['hide all', 'erase'] as const)) },
  ),
  name: fc.constantFrom(...names),
  /** Which of the owners, for what takes one. */
  owner: fc.nat(5),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let moderator: Person;
let owners: Person[];

beforeAll(async () => {
  moderator = await admin(service());
  owners = [];
  for (let number = 0; number < 6; number += 1) owners.push(await signIn(service()));
});

/** Somebody who takes the place of an owner that erases themself. */
async function eraseOwner(index: number): Promise<void> {
  const owner = owners[index];
  const next = signIn(service());
  await owner?.api.users.removeMe();
  owners[index] = await next;
}

/** Hides or shows many at once, as no procedure does. */
const hideAll = async (name: string) =>
  despiteDeadlocks(() =>
    database()
      .updateTable('profiles')
      .set({ hidden: name < 'name-2' })
      .where('username', '>', name)
      .execute(),
  );

async function take({ does, name: username, owner: index }: Step): Promise<unknown> {
  const owner = owners[index];
  switch (does) {
    case 'create':
      return owner?.api.profiles.create({ username, referral: '' });
    case 'remove':
      return owner?.api.profiles.remove({ username });
    case 'hide':
      return moderator.api.moderation.profiles.hide({ username });
    case 'restore':
      return moderator.api.moderation.profiles.restore({ username });
    case 'hide all':
      return hideAll(username);
    case 'erase':
      return eraseOwner(index);
  }
}

/** The next profiles begin another stretch soon. */
const leap = async () =>
  sql`select setval('profile_positions', nextval('profile_positions') + 4090)`.execute(database());

const refusals =
  /^(done|UNAUTHORIZED TOKEN_INVALID|NOT_FOUND PROFILE_NOT_FOUND|FORBIDDEN NOT_OWNER|CONFLICT \w+|SERVICE_UNAVAILABLE UNAVAILABLE)$/;

describe('the counts that are kept', () => {
  it('are what count(*) says, after any number of writers at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        await leap();
        const endings = await Promise.all(steps.map(async (one) => outcome(take(one))));
        for (const ending of endings) expect(ending).toMatch(refusals);
        expect(await wrongCounts()).toEqual([]);
        const { data } = await moderator.api.profiles.list({});
        expect(data.count).toEqual(await totals());
      }),
      { numRuns: 25, endOnFailure: true },
    );
    const stretches = await sql`select from profile_stretches group by stretch`.execute(database());
    expect(stretches.rows.length).toBeGreaterThan(10);
  });
});

/** Alters what is kept, in ways that a restore or somebody's statement might. */
async function breakCounts(): Promise<void> {
  const breaks = [
    sql`update profile_stretches set total = total + 7, hidden = hidden - 3
        where stretch = (select min(stretch) from profile_stretches)`,
    sql`delete from profile_stretches where stretch = (select max(stretch) from profile_stretches)`,
    sql`insert into profile_stretches (stretch, shard, total, hidden) values (999999, 3, 5, 5)`,
    sql`update users set profile_count = profile_count + 2
        where id = (select id from users order by id limit 1)`,
  ];
  for (const one of breaks) await one.execute(database());
}

describe('counts that are wrong', () => {
  it('are found and put right, and only they', async () => {
    await take({ does: 'create', name: 'one-more', owner: 0 });
    await breakCounts();
    const wrong = await wrongCounts();
    const { stretches, owners: users } = await repairCounts(service().orm);
    expect(stretches.length + users.length).toBe(wrong.length);
    expect(stretches).toContainEqual({
      stretch: 999_999,
      kept: 5,
      counted: 0,
      keptHidden: 5,
      countedHidden: 0,
    });
    expect(users).toEqual([expect.objectContaining({ kept: expect.any(Number) })]);
    expect(await wrongCounts()).toEqual([]);
    expect(await repairCounts(service().orm)).toEqual({ stretches: [], owners: [] });
  });

  it('are put right while others go on writing', async () => {
    await breakCounts();
    const steps = fc.sample(step, { numRuns: 150, seed: 7 });
    const lanes = Array.from({ length: 6 }, (_, lane) =>
      steps.filter((_step, index) => index % 6 === lane),
    );
    const endings: string[] = [];
    const writing = lanes.map(async (lane) => {
      for (const one of lane) endings.push(await outcome(take(one)));
    });
    const repairing = repairCounts(service().orm);
    await Promise.all([...writing, repairing]);
    expect(endings.filter((ending) => ending === 'done').length).toBeGreaterThan(20);
    expect((await repairing).stretches.length).toBeGreaterThan(1);
    expect(await wrongCounts()).toEqual([]);
  });

  it('are counted after whoever is writing just now, and before whoever comes later', async () => {
    const { orm } = service();
    await breakCounts();
    const begun = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const writer = orm.em.fork().transactional(async (em) => {
      await sql`update profiles set hidden = not hidden`.execute(statements(em));
      begun.resolve();
      await released.promise;
    });
    await begun.promise;
    const repairing = repairCounts(orm);
    const later = take({ does: 'create', name: 'name-later', owner: 0 });
    await expect(Promise.race([repairing, sleep(800, 'waiting')])).resolves.toBe('waiting');
    released.resolve();
    await Promise.all([writer, repairing, later]);
    expect(await wrongCounts()).toEqual([]);
  });
});
