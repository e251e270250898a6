import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { expectAsked, sendUnlessAlive } from './asking.ts';
import { endingOf, settle } from './guessing.ts';
import { isLongAlive, type Person } from './model.ts';
import type { Fixture } from './fixture.ts';

/**
 * Two people hold the same right code. Between the success of one and the turn of
 * the other, a new mail is requested. All three wait for the address's lock in
 * that order, after reading their data.
 */
export async function lateLoser(fixture: Fixture, person: Person): Promise<void> {
  await sendUnlessAlive(fixture, person);
  const challenge = person.challenges.find((one) => isLongAlive(one, fixture.now));
  if (!challenge) {
    return;
  }
  fixture.saw('a late loser');
  const { address } = person;
  const [winner, loser] = await holdingAddress(fixture, address, async (queued) => {
    const first = fixture.instance(0).verify(address, challenge.long);
    await queued(1);
    const asked = fixture.instance(1).send(address);
    await queued(2);
    const last = fixture.instance(0).verify(address, challenge.long);
    await queued(3);
    return async () => {
      await asked;
      return [await first, await last] as const;
    };
  });
  assert.equal(
    winner.ending,
    endingOf(person),
    'invariant 4: of two right verifies one succeeds',
  );
  assert.equal(
    loser.ending,
    'refused',
    'invariant 4: of two right verifies one succeeds',
  );
  const after = await fixture.observe();
  assert.equal(
    after.challenges.filter(({ email }) => email === address).length,
    1,
    'invariant 5: a loser never deletes a challenge created after the success',
  );
  const guess = { email: address, isWrongShort: false };
  await settle(fixture, person, winner, guess);
  await settle(fixture, person, loser, guess);
  await expectAsked(fixture, person, 1);
}

/** Runs `lineUp` while the address's row is locked, then waits for its calls. */
async function holdingAddress<Result>(
  fixture: Fixture,
  address: string,
  lineUp: (queued: (count: number) => Promise<void>) => Promise<() => Promise<Result>>,
): Promise<Result> {
  const database = statements(fixture.database.orm.em);
  const settled = await database.transaction().execute(async (held) => {
    await sql`select from addresses where email = ${address} for update`.execute(held);
    return lineUp(async (count) => {
      for (let looks = 0; looks < 1_000; looks += 1) {
        // Without this, the list of connections stays as first read in a
        // transaction.
        await sql`select pg_stat_clear_snapshot()`.execute(held);
        const { rows } = await sql<{ waiting: number }>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'
        `.execute(held);
        if (rows[0]?.waiting === count) return;
        await sleep(2);
      }
      throw new Error('Asking and verifying do not wait for the address’s lock');
    });
  });
  return settled();
}
