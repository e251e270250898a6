import { expect } from 'vitest';
import { typed } from './asking.ts';
import type { Instance, Verified } from './instance.ts';
import {
  acceptsLong,
  acceptsShort,
  type Challenge,
  comparesShort,
  isShortAlive,
  type Person,
  succeed,
} from './model.ts';
import type { Step } from './step.ts';
import type { World } from './world.ts';

type Guess = Extract<Step, { kind: 'guess' }>;

/** A short code of six digits that is none of these challenges'. */
export function wrongShort(challenges: readonly Challenge[], number: number): string {
  const code = String(number % 1_000_000).padStart(6, '0');
  return challenges.some(({ short }) => short === code) ? wrongShort(challenges, number + 1) : code;
}

function pickedChallenge(world: World, person: Person, pick: Guess['pick']): Challenge | undefined {
  switch (pick) {
    case 'newest':
      return person.challenges[0];
    case 'older':
      return person.challenges[1] ?? person.challenges[0];
    case 'ended':
      return person.ended.at(-1);
    case 'another':
      return world.people.find((other) => other !== person && other.challenges.length > 0)
        ?.challenges[0];
    case 'wrong':
      return undefined;
  }
}

function codeOf(world: World, person: Person, { pick, long, number }: Guess): string {
  const challenge = pickedChallenge(world, person, pick);
  if (long) {
    return challenge?.long ?? `${String(number).padStart(6, '0')}ABCDEFG`;
  }
  return challenge?.short ?? wrongShort(person.challenges, number);
}

/** One guess, of whatever kind, by anybody. */
export async function guess(
  world: World,
  instance: Instance,
  person: Person,
  step: Guess,
): Promise<void> {
  const code = codeOf(world, person, step);
  const { now, closed } = world;
  const compares = !step.long && comparesShort(person, now, closed);
  const accepts = step.long
    ? acceptsLong(person, code, now)
    : acceptsShort(person, code, now, closed);
  const email = typed(person, step.capitals);
  const result = await instance.verify(email, code);
  const name = step.long ? 'long' : 'short';
  if (!step.long) {
    expect(result.compared, 'invariants 1 and 3: whether a short guess is compared').toBe(compares);
  }
  expect(
    result.ending,
    `invariant 3: a ${name} code is accepted exactly when it lives, and a short one when fewer than five stand`,
  ).toBe(accepts ? endingOf(person) : 'refused');
  note(world, person, { ...step, compares, accepts });
  await settle(world, person, result, { email, isWrongShort: !step.long && !accepts });
  if (step.long || !compares) {
    await expectAddressesUnchanged(world);
  }
}

/** What no code looks like is refused as a wrong one is, and leaves nothing behind. */
export async function malformed(
  world: World,
  instance: Instance,
  person: Person,
  otp: string,
): Promise<void> {
  const result = await instance.verify(person.address, otp);
  expect(result.compared).toBe(false);
  await settle(world, person, result, { email: person.address, isWrongShort: false });
  await expectAddressesUnchanged(world);
}

export const endingOf = ({ account }: Person): Verified['ending'] =>
  account?.suspended === true ? 'suspended' : 'signed in';

/** Writes what a verify did into the model. */
export async function settle(
  world: World,
  person: Person,
  result: Verified,
  { email, isWrongShort }: { email: string; isWrongShort: boolean },
): Promise<void> {
  if (result.ending === 'refused') {
    expectOneRefusal(world, result.answer);
    if (result.compared && isWrongShort) {
      person.wrongAt.push(world.now);
      person.requestedAt = world.now;
    }
    return;
  }
  succeed(person);
  person.account ??= { spelling: email, suspended: false, tokens: [] };
  if (result.ending === 'signed in') {
    person.account.tokens.push(result.token);
    world.secrets.add(result.token);
    await expectKnown(world, result.token, true);
  }
}

/** Whatever was wrong, and whoever asked, the refusal is the same to the byte. */
function expectOneRefusal(world: World, answer: string): void {
  world.refusal ??= answer;
  expect(answer, 'invariant 6: verify’s failures are one answer').toBe(world.refusal);
}

/** A token is good, or not, at every instance with the next request. */
export async function expectKnown(world: World, token: string, known: boolean): Promise<void> {
  for (const instance of world.instances) {
    expect(await instance.knows(token), 'a token is the same to every instance').toBe(known);
  }
}

async function expectAddressesUnchanged(world: World): Promise<void> {
  const after = await world.observe();
  expect(
    after.addresses,
    'invariant 9: what compares no short code changes no row of addresses',
  ).toEqual(world.before.addresses);
}

function note(
  world: World,
  person: Person,
  { long, compares, accepts, pick }: Guess & { compares: boolean; accepts: boolean },
): void {
  if (accepts) {
    world.saw(long ? 'a long code accepted' : 'a short code accepted');
  } else if (long && pick !== 'wrong') {
    world.saw('a dead long code refused');
  } else if (!long && !compares && person.challenges.some((one) => isShortAlive(one, world.now))) {
    world.saw(world.closed ? 'short codes closed to everybody' : 'short codes closed to one');
  }
}
