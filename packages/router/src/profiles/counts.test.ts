import { retry, statements } from '@namecard/db';
import { wrongCounts } from '@namecard/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../testing/outcome.ts';
import { admin, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();

const database = () => statements(service().orm.em.fork());

/** The correct counts of the list. */
async function totals() {
  const { rows } = await sql<{ all: number; hidden: number; active: number }>`
    select count(*)::int as all, (count(*) filter (where hidden))::int as hidden,
      (count(*) filter (where not hidden))::int as active from profiles
  `.execute(database());
  return rows[0];
}

/** All writers share these names, so that they collide. */
const names = Array.from({ length: 24 }, (_, number) => `name-${number}`);

const step = fc.record({
  does: fc.oneof(
    { weight: 5, arbitrary: fc.constant('create' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...(['remove', 'hide', 'restore'] as const)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...(['hide all', 'erase'] as const)) },
  ),
  name: fc.constantFrom(...names),
  /** The index of the owner, for steps that need one. */
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

/** A user who replaces an erased owner. */
async function eraseOwner(index: number): Promise<void> {
  const owner = owners[index];
  const next = signIn(service());
  await owner?.api.users.removeMe();
  owners[index] = await next;
}

/** Hides or shows many at once, which no procedure does. */
const hideAll = async (name: string) =>
  retry(() =>
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

/** Moves the position, so that new profiles soon begin another segment. */
const leap = async () =>
  sql`select setval('profile_positions', nextval('profile_positions') + 4090)`.execute(
    database(),
  );

const outcomes =
  /^(done|UNAUTHORIZED TOKEN_INVALID|NOT_FOUND PROFILE_NOT_FOUND|FORBIDDEN NOT_OWNER|CONFLICT \w+|SERVICE_UNAVAILABLE UNAVAILABLE)$/;

describe('the stored counts', () => {
  it('equal count(*) after many concurrent writers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 20, maxLength: 40 }),
        async (steps) => {
          await leap();
          const endings = await Promise.all(steps.map(async (one) => outcome(take(one))));
          for (const ending of endings) expect(ending).toMatch(outcomes);
          expect(await wrongCounts(service().orm.em.fork())).toEqual([]);
          const { data } = await moderator.api.profiles.list({});
          expect(data.count).toEqual(await totals());
        },
      ),
      { numRuns: 25, endOnFailure: true },
    );
    const segments = await sql`select from profile_segments group by segment`.execute(
      database(),
    );
    expect(segments.rows.length).toBeGreaterThan(10);
  });
});
