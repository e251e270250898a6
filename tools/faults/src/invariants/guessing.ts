import assert from 'node:assert/strict';
import { typed } from './asking.ts';
import type { Instance, Verified } from './instance.ts';
import {
  acceptsLong,
  acceptsShort,
  type Challenge,
  comparesShort,
  isShortAlive,
  leftFrom,
  type Person,
  succeed,
} from './model.ts';
import type { Step } from './step.ts';
import type { Fixture } from './fixture.ts';

type Guess = Extract<Step, { kind: 'guess' }>;

/** A six-digit code of none of these challenges. */
function wrongShort(challenges: readonly Challenge[], number: number): string {
  const code = String(number % 1_000_000).padStart(6, '0');
  return challenges.some(({ short }) => short === code)
    ? wrongShort(challenges, number + 1)
    : code;
}

function pickedChallenge(
  fixture: Fixture,
  person: Person,
  pick: Guess['pick'],
): Challenge | undefined {
  switch (pick) {
    case 'newest':
      return person.challenges[0];
    case 'older':
      return person.challenges[1] ?? person.challenges[0];
    case 'ended':
      return person.ended.at(-1);
    case 'another':
      return fixture.people.find(
        (other) => other !== person && other.challenges.length > 0,
      )?.challenges[0];
    case 'wrong':
      return undefined;
  }
}

function codeOf(fixture: Fixture, person: Person, { pick, long, number }: Guess): string {
  const challenge = pickedChallenge(fixture, person, pick);
  if (long) {
    return challenge?.long ?? `${String(number).padStart(6, '0')}ABCDEFG`;
  }
  return challenge?.short ?? wrongShort(person.challenges, number);
}

/** One guess of any kind, by anybody. */
export async function guess(
  fixture: Fixture,
  instance: Instance,
  person: Person,
  step: Guess,
): Promise<void> {
  const code = codeOf(fixture, person, step);
  const { now, closed } = fixture;
  const isCounted =
    step.from === undefined || leftFrom(fixture.wrongFrom, step.from, now) > 0;
  const compares = !step.long && isCounted && comparesShort(person, now, closed);
  const accepts = step.long
    ? acceptsLong(person, code, now)
    : compares && acceptsShort(person, code, now, closed);
  const email = typed(person, step.capitals);
  const result = await instance.verify(email, code, step.from);
  const name = step.long ? 'long' : 'short';
  if (!step.long) {
    assert.equal(
      result.compared,
      compares,
      'invariants 1 and 3: whether a short guess is compared',
    );
  }
  assert.equal(
    result.ending,
    accepts ? endingOf(person) : 'refused',
    `invariant 3: a ${name} code is accepted exactly when it lives, and a short one when fewer than five stand`,
  );
  note(fixture, person, { ...step, compares, accepts });
  if (!step.long && isCounted && !accepts) {
    fixture.wrongFrom.push({ ip: result.ip, at: now });
  }
  settle(fixture, person, result, {
    email,
    isWrongShort: !step.long && !accepts,
  });
  if (step.long || !compares) {
    await expectAddressesUnchanged(fixture);
  }
}

const endingOf = ({ account }: Person): Verified['ending'] =>
  account?.suspended === true ? 'suspended' : 'signed in';

/** Applies the result of a verify to the model. */
function settle(
  fixture: Fixture,
  person: Person,
  result: Verified,
  { email, isWrongShort }: { email: string; isWrongShort: boolean },
): void {
  if (result.ending === 'refused') {
    expectOneRefusal(fixture, result.answer);
    if (result.compared && isWrongShort) {
      person.wrongAt.push(fixture.now);
    }
    return;
  }
  succeed(person);
  person.account ??= { spelling: email, suspended: false };
}

/** All refusals are identical byte by byte, whatever the cause. */
function expectOneRefusal(fixture: Fixture, answer: string): void {
  fixture.refusal ??= answer;
  assert.equal(answer, fixture.refusal, 'invariant 6: verify’s failures are one answer');
}

async function expectAddressesUnchanged(fixture: Fixture): Promise<void> {
  const after = await fixture.observe();
  assert.deepEqual(
    after.addresses,
    fixture.before.addresses,
    'invariant 9: what compares no short code changes no row of addresses',
  );
}

/** Why a short guess is not compared although there is a live code. */
function notCompared({ closed, now }: Fixture, person: Person): string {
  if (closed) {
    return 'short codes closed to everybody';
  }
  return comparesShort(person, now, closed)
    ? 'too many wrong codes from one place'
    : 'short codes closed to one';
}

function note(
  fixture: Fixture,
  person: Person,
  { long, compares, accepts, pick }: Guess & { compares: boolean; accepts: boolean },
): void {
  if (accepts) {
    fixture.saw(long ? 'a long code accepted' : 'a short code accepted');
  } else if (long && pick !== 'wrong') {
    fixture.saw('a dead long code refused');
  } else if (
    !long &&
    !compares &&
    person.challenges.some((one) => isShortAlive(one, fixture.now))
  ) {
    fixture.saw(notCompared(fixture, person));
  }
}
