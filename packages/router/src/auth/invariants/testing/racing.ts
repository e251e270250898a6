import { raceTogether } from '@namecard/db/testing';
import { expect } from 'vitest';
import { sendUnlessAlive } from './asking.ts';
import { endingOf, settle, wrongShort } from './guessing.ts';
import type { Verified } from './instance.ts';
import {
  comparesShort,
  isLongAlive,
  isShortAlive,
  type Person,
  standing,
  wrongGlobal,
  wrongInThisHour,
  wrongPerAddress,
} from './model.ts';
import { day } from './time.ts';
import type { World } from './world.ts';

async function verifyTogether(
  world: World,
  person: Person,
  codes: readonly string[],
): Promise<Verified[]> {
  const results = await raceTogether(codes.length, async (index) =>
    world.instance(index % 2).verify(person.address, codes[index] ?? ''),
  );
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** The codes that thirty racers send: right ones of any challenge that lives. */
function rightCodes(world: World, person: Person, kinds: 'short' | 'long' | 'mixed'): string[] {
  const shorts = comparesShort(person, world.now, world.closed)
    ? person.challenges.filter((one) => isShortAlive(one, world.now)).map(({ short }) => short)
    : [];
  const longs = person.challenges
    .filter((one) => isLongAlive(one, world.now))
    .map(({ long }) => long);
  return { short: shorts, long: longs, mixed: [...shorts, ...longs] }[kinds];
}

/** Thirty send right codes at once, at both instances. */
export async function manyRight(
  world: World,
  person: Person,
  kinds: 'short' | 'long' | 'mixed',
): Promise<void> {
  await sendUnlessAlive(world, person);
  const right = rightCodes(world, person, kinds);
  if (right.length === 0) {
    return;
  }
  world.saw(`30 right ones at once, ${kinds}`);
  const codes = Array.from({ length: 30 }, (_, index) => right[index % right.length] ?? '');
  const results = await verifyTogether(world, person, codes);
  const winners = results.filter(({ ending }) => ending !== 'refused');
  expect(
    winners.map(({ ending }) => ending),
    'invariant 4: of any number of right verifies one succeeds',
  ).toEqual([endingOf(person)]);
  for (const result of results) {
    await settle(world, person, result, { email: person.address, isWrongShort: false });
  }
  await expectOneSuccess(world, person, winners);
}

async function expectOneSuccess(world: World, person: Person, winners: Verified[]): Promise<void> {
  const after = await world.observe();
  const sessionsOf = ({ users }: typeof after) =>
    users.find(({ emailKey }) => emailKey === person.address)?.sessions ?? 0;
  const began = winners.filter(({ ending }) => ending === 'signed in').length;
  expect(sessionsOf(after) - sessionsOf(world.before), 'invariant 4: one session').toBe(began);
  expect(
    after.users.filter(({ emailKey }) => emailKey === person.address).length,
    'invariant 4: one user',
  ).toBe(1);
  expect(
    after.challenges.filter(({ email }) => email === person.address),
    'invariant 4: no older challenge is left',
  ).toEqual([]);
  // One that no longer counts may be forgotten when several are spent at once.
  const guesses = ({ addresses }: typeof after) =>
    addresses
      .find(({ email }) => email === person.address)
      ?.guesses.filter((at) => at > world.now - day);
  expect(guesses(after), 'invariant 4: no guess is left standing').toEqual(guesses(world.before));
}

/** Thirty send different wrong short codes at once, at both instances. */
export async function manyWrong(world: World, person: Person, number: number): Promise<void> {
  await sendUnlessAlive(world, person);
  const left = comparesShort(person, world.now, world.closed)
    ? wrongPerAddress - standing(person, world.now)
    : 0;
  const reachesGlobal = wrongInThisHour(world.people, world.now) + left > wrongGlobal;
  const codes = Array.from({ length: 30 }, (_, index) =>
    wrongShort(person.challenges, number + index * 7),
  );
  const results = await verifyTogether(world, person, codes);
  for (const result of results) {
    expect(result.ending, 'invariant 3: a wrong code is refused').toBe('refused');
    await settle(world, person, result, { email: person.address, isWrongShort: true });
  }
  const compared = results.filter((result) => result.compared).length;
  expect(compared, 'invariant 1: five wrong ones are compared').toBeLessThanOrEqual(left);
  if (!reachesGlobal) {
    expect(compared, 'invariant 1: exactly what was left is compared').toBe(left);
  }
  if (left === wrongPerAddress) {
    world.saw('30 wrong ones at once');
  }
}
