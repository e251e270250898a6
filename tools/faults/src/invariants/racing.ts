import assert from 'node:assert/strict';
import { raceTogether } from '@namecard/db/testing';
import { sendUnlessAlive } from './asking.ts';
import { endingOf, settle, wrongShort } from './guessing.ts';
import type { Verified } from './instance.ts';
import {
  comparesShort,
  isLongAlive,
  isShortAlive,
  leftFrom,
  type Person,
  standing,
  wrongPerAddress,
  wrongPerDay,
  wrongToday,
} from './model.ts';
import type { Step } from './step.ts';
import { day } from './time.ts';
import type { Fixture } from './fixture.ts';

async function verifyTogether(
  fixture: Fixture,
  person: Person,
  codes: readonly string[],
  from?: string,
): Promise<Verified[]> {
  const results = await raceTogether(codes.length, async (index) =>
    fixture.instance(index % 2).verify(person.address, codes[index] ?? '', from),
  );
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** The codes of thirty racers: right ones of any live challenge. */
function rightCodes(
  fixture: Fixture,
  person: Person,
  kinds: 'short' | 'long' | 'mixed',
): string[] {
  const shorts = comparesShort(person, fixture.now, fixture.closed)
    ? person.challenges
        .filter((one) => isShortAlive(one, fixture.now))
        .map(({ short }) => short)
    : [];
  const longs = person.challenges
    .filter((one) => isLongAlive(one, fixture.now))
    .map(({ long }) => long);
  return { short: shorts, long: longs, mixed: [...shorts, ...longs] }[kinds];
}

/** Thirty send right codes at once, on both instances. */
export async function manyRight(
  fixture: Fixture,
  person: Person,
  kinds: 'short' | 'long' | 'mixed',
): Promise<void> {
  await sendUnlessAlive(fixture, person);
  const right = rightCodes(fixture, person, kinds);
  if (right.length === 0) {
    return;
  }
  fixture.saw(`30 right ones at once, ${kinds}`);
  const codes = Array.from(
    { length: 30 },
    (_, index) => right[index % right.length] ?? '',
  );
  const results = await verifyTogether(fixture, person, codes);
  const winners = results.filter(({ ending }) => ending !== 'refused');
  assert.deepEqual(
    winners.map(({ ending }) => ending),
    [endingOf(person)],
    'invariant 4: of any number of right verifies one succeeds',
  );
  for (const [index, result] of results.entries()) {
    const code = codes[index] ?? '';
    await settle(fixture, person, result, {
      email: person.address,
      isWrongShort: false,
    });
    // A code that comes too late counts as wrong.
    if (!result.compared && code.length === 6) {
      fixture.wrongFrom.push({ ip: result.ip, at: fixture.now });
    }
  }
  await expectOneSuccess(fixture, person, winners);
}

async function expectOneSuccess(
  fixture: Fixture,
  person: Person,
  winners: Verified[],
): Promise<void> {
  const after = await fixture.observe();
  const sessionsOf = ({ users }: typeof after) =>
    users.find(({ emailKey }) => emailKey === person.address)?.sessions ?? 0;
  const began = winners.filter(({ ending }) => ending === 'signed in').length;
  assert.equal(
    sessionsOf(after) - sessionsOf(fixture.before),
    began,
    'invariant 4: one session',
  );
  assert.equal(
    after.users.filter(({ emailKey }) => emailKey === person.address).length,
    1,
    'invariant 4: one user',
  );
  assert.deepEqual(
    after.challenges.filter(({ email }) => email === person.address),
    [],
    'invariant 4: no older challenge is left',
  );
  // Guesses that no longer count may be removed when several are spent at once.
  const guesses = ({ addresses }: typeof after) =>
    addresses
      .find(({ email }) => email === person.address)
      ?.guesses.filter((at) => at > fixture.now - day);
  assert.deepEqual(
    guesses(after),
    guesses(fixture.before),
    'invariant 4: no guess is left standing',
  );
}

/**
 * Thirty send different wrong short codes at once, from one place or from many.
 */
export async function manyWrong(
  fixture: Fixture,
  person: Person,
  { number, from }: Extract<Step, { kind: '30 wrong ones' }>,
): Promise<void> {
  await sendUnlessAlive(fixture, person);
  const leftHere =
    from === undefined ? 30 : leftFrom(fixture.wrongFrom, from, fixture.now);
  const left = comparesShort(person, fixture.now, fixture.closed)
    ? Math.min(leftHere, wrongPerAddress - standing(person, fixture.now))
    : 0;
  const reachesDaysLimit = wrongToday(fixture.people, fixture.now) + left > wrongPerDay;
  const codes = Array.from({ length: 30 }, (_, index) =>
    wrongShort(person.challenges, number + index * 7),
  );
  const results = await verifyTogether(fixture, person, codes, from);
  for (const [index, result] of results.entries()) {
    if (index < leftHere) fixture.wrongFrom.push({ ip: result.ip, at: fixture.now });
    assert.equal(result.ending, 'refused', 'invariant 3: a wrong code is refused');
    await settle(fixture, person, result, {
      email: person.address,
      isWrongShort: true,
    });
  }
  const compared = results.filter((result) => result.compared).length;
  assert.ok(
    compared <= left,
    'invariant 1: no more wrong ones are compared than were left',
  );
  if (!reachesDaysLimit) {
    assert.equal(compared, left, 'invariant 1: exactly what was left is compared');
  }
  if (left === wrongPerAddress) {
    fixture.saw('30 wrong ones at once');
  }
  if (left > 0 && left === leftHere) {
    fixture.saw('30 wrong ones at once from one place');
  }
}
