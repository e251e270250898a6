import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { repairCounts } from './counts.ts';
import { statements } from './database.ts';
import { isDeadlock, violatesUnique } from './errors.ts';
import { openOrm } from './orm.ts';
import { raceTogether, useTestDatabase, wrongCounts } from './testing.ts';

const database = useTestDatabase();
const db = () => statements(database().orm.em.fork());

/** All writers share these names, so that they collide. */
const names = Array.from({ length: 24 }, (_, number) => `name-${number}`);

const step = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('create' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...(['remove', 'hide', 'restore'] as const)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...(['hide some', 'erase'] as const)) },
  ),
  name: fc.constantFrom(...names),
  owner: fc.constantFrom(...Array.from({ length: 6 }, (_, number) => `owner-${number}`)),
});

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const addOwner = (owner: string) => sql`
  insert into users (id, email, email_key) values (gen_random_uuid(), ${owner}, ${owner}) on conflict do nothing
`;

/** Locks the owner's row first and counts there, as the service does. */
function statementOf({ does, name, owner }: Step) {
  switch (does) {
    case 'create':
      return sql`
        with owner as (
          update users set profile_count = profile_count + 1 where email_key = ${owner} returning id
        )
        insert into profiles (id, owner_id, username, username_key, referral)
        select gen_random_uuid(), id, ${name}, ${name}, '' from owner`;
    case 'remove':
      return sql`
        with owner as materialized (select id from users where email_key = ${owner} for no key update),
        deleted as (
          delete from profiles using owner where username_key = ${name} and owner_id = owner.id returning owner_id
        )
        update users set profile_count = profile_count - 1 from deleted where users.id = deleted.owner_id`;
    case 'hide':
      return sql`update profiles set hidden = true where username_key = ${name}`;
    case 'restore':
      return sql`update profiles set hidden = false where username_key = ${name}`;
    case 'hide some':
      return sql`update profiles set hidden = ${name < 'name-2'} where username_key > ${name}`;
    case 'erase':
      return sql`delete from users where email_key = ${owner}`;
  }
}

/** Does a step. A taken name or a deadlock is a valid result too. */
async function take(one: Step): Promise<string> {
  try {
    await statementOf(one).execute(db());
    if (one.does === 'erase') await addOwner(one.owner).execute(db());
    return 'done';
  } catch (error) {
    if (violatesUnique(error, 'profiles_username_key_unique')) return 'taken';
    if (isDeadlock(error)) return 'deadlock';
    throw error;
  }
}

/** Skips almost a whole segment of positions. */
const leap = async () =>
  sql`select setval('profile_positions', nextval('profile_positions') + 4090)`.execute(
    db(),
  );

beforeAll(async () => {
  for (let number = 0; number < 6; number += 1)
    await addOwner(`owner-${number}`).execute(db());
});

describe('the stored counts', () => {
  it('equal count(*) after many concurrent writers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 40 }),
        async (steps) => {
          await leap();
          await Promise.all(steps.map(take));
          expect(await wrongCounts(database().orm.em.fork())).toEqual([]);
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    const segments = await sql`select from profile_segments group by segment`.execute(
      db(),
    );
    expect(segments.rows.length).toBeGreaterThan(10);
  });

  it('equal count(*) after 30 writers with a connection each, in one segment after another', async () => {
    const orm = await openOrm({ url: database().url, poolSize: 30 });
    for (const segment of [1000, 2000, 3000, 4000]) {
      await sql`select setval('profile_positions', ${segment}::bigint << 12)`.execute(
        db(),
      );
      await raceTogether(30, async (writer) => {
        const [name, owner] = [`writer-${segment}-${writer}`, `owner-${writer % 6}`];
        const em = orm.em.fork();
        await statementOf({ does: 'create', name, owner }).execute(statements(em));
        await statementOf({ does: 'hide', name, owner }).execute(statements(em));
      });
    }
    await orm.close();
    expect(await wrongCounts(database().orm.em.fork())).toEqual([]);
    const shards = sql`select from profile_segments where segment = 4000`;
    expect((await shards.execute(db())).rows.length).toBeGreaterThan(20);
  });
});

/** Breaks counts as a restore or a manual statement might. */
async function breakCounts(): Promise<void> {
  const breaks = [
    sql`update profile_segments set total = total + 7, hidden = hidden - 3
        where segment = (select min(segment) from profile_segments)`,
    sql`delete from profile_segments where segment = (select max(segment) from profile_segments where segment < 9999)`,
    sql`insert into profile_segments (segment, shard, total, hidden) values (999999, 3, 5, 5)
        on conflict (segment, shard) do update set total = profile_segments.total + 5`,
    sql`update users set profile_count = profile_count + 2
        where id = (select id from users order by id limit 1)`,
  ];
  for (const one of breaks) await one.execute(db());
}

describe('counts that are wrong', () => {
  it('are found and repaired; other counts stay', async () => {
    await take({ does: 'create', name: 'one-more', owner: 'owner-0' });
    await breakCounts();
    const wrong = await wrongCounts(database().orm.em.fork());
    const { segments, owners } = await repairCounts(database().orm);
    expect(segments).toHaveLength(3);
    expect(wrong).toHaveLength(segments.length + owners.length);
    expect(segments).toContainEqual({
      number: 999_999,
      kept: 5,
      counted: 0,
      keptHidden: 5,
      countedHidden: 0,
    });
    expect(owners).toEqual([
      { id: expect.any(String), kept: expect.any(Number), counted: expect.any(Number) },
    ]);
    expect(await wrongCounts(database().orm.em.fork())).toEqual([]);
    expect(await repairCounts(database().orm)).toEqual({
      segments: [],
      owners: [],
    });
  });

  it('are repaired while others write', async () => {
    await breakCounts();
    const steps = fc.sample(step, { numRuns: 300, seed: 7 });
    const endings: string[] = [];
    const writing = Array.from({ length: 6 }, async (_, writer) => {
      for (const [index, one] of steps.entries()) {
        if (index % 6 === writer) endings.push(await take(one));
      }
    });
    const repairing = repairCounts(database().orm);
    await Promise.all([...writing, repairing]);
    expect(endings.filter((ending) => ending === 'done').length).toBeGreaterThan(20);
    expect((await repairing).segments.length).toBeGreaterThan(1);
    expect(await wrongCounts(database().orm.em.fork())).toEqual([]);
  });

  it('are repaired without waiting for open transactions that hide profiles', async () => {
    await take({ does: 'create', name: 'shown', owner: 'owner-1' });
    await breakCounts();
    await database()
      .orm.em.fork()
      .transactional(async (em) => {
        await sql`update profiles set hidden = not hidden`.execute(statements(em));
        await repairCounts(database().orm);
      });
    expect(await wrongCounts(database().orm.em.fork())).toEqual([]);
  });
});
