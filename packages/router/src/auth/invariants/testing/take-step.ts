import { expect } from 'vitest';
import { signOut, suspend, unsuspend } from './accounts.ts';
import { anHourOfAsking, expectFewMails, manySends, send } from './asking.ts';
import { deliver } from './delivering.ts';
import { guess, malformed } from './guessing.ts';
import { lateLoser } from './late-loser.ts';
import { mostInADay, type Person, standing, wrongPerAddress } from './model.ts';
import type { Observed } from './observe.ts';
import { manyRight, manyWrong } from './racing.ts';
import type { Step } from './step.ts';
import { sweep } from './sweeping.ts';
import { day, minute } from './time.ts';
import type { World } from './world.ts';

/** Does what the step says, to the service and to the model, and compares the two. */
export async function takeStep(world: World, step: Step): Promise<void> {
  await world.look();
  await act(world, step);
  expectAgreement(world, await world.observe());
}

async function act(world: World, step: Step): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(world, world.instance(step.instance), world.person(step.who), step.capitals);
    case 'guess':
      return guess(world, world.instance(step.instance), world.person(step.who), step);
    case 'malformed':
      return malformed(world, world.instance(step.instance), world.person(step.who), step.otp);
    case 'wait':
      return world.wait(step.span);
    case 'deliver':
      return deliver(world, world.instance(step.instance), step.provider);
    case 'sign out':
      return signOut(world, world.instance(step.instance), account(world, step.who));
    case 'suspend':
      return suspend(world, account(world, step.who));
    case 'unsuspend':
      return unsuspend(world, world.person(step.who));
    case 'rotate':
      world.keys.advance(world.now);
      return world.useKeys();
    case 'restart':
      return world.instance(step.instance).restart();
    case 'flood':
      return flood(world, step);
    case 'sweep':
      return sweep(world, world.instance(step.instance));
    case '50 sends':
      return manySends(world, world.person(step.who));
    case '30 right ones':
      return manyRight(world, world.person(step.who), step.kinds);
    case '30 wrong ones':
      return manyWrong(world, world.person(step.who), step.number);
    case 'an hour of asking':
      return anHourOfAsking(world, world.person(step.who), step.off);
    case 'a late loser':
      return lateLoser(world, world.person(step.who));
  }
}

/** Somebody who has an account, as long as anybody has one. */
function account(world: World, who: number): Person {
  const accounts = world.people.filter((person) => person.account !== undefined);
  return accounts[who % accounts.length] ?? world.person(who);
}

/** Somebody asks for mail to addresses that nobody reads. */
async function flood(
  world: World,
  { instance, count }: Extract<Step, { kind: 'flood' }>,
): Promise<void> {
  for (let mails = 0; mails < count; mails += 1) {
    const address = `nobody-${world.strangers.size}@example.com`;
    world.strangers.set(address, world.now);
    await world.instance(instance).send(address);
  }
}

/** What holds after every step, whatever it was. */
function expectAgreement(world: World, state: Observed): void {
  for (const { address, challenges, wrongAt } of world.people) {
    const rows = state.challenges.filter(({ email }) => email === address);
    expect(
      rows.map(({ id, begunAt, mails }) => ({ id, begunAt, mails })),
      'invariants 2, 4 and 5: the challenges are as the asks and the successes left them',
    ).toEqual(challenges.map(({ id, begunAt, mails }) => ({ id, begunAt, mails })));
    expect(
      rows.filter(({ begunAt }) => world.now - begunAt < 10 * minute).length,
      'invariant 2: at most 2 challenges under 10 minutes old',
    ).toBeLessThanOrEqual(2);
    expect(
      mostInADay(wrongAt),
      'invariant 1: in any 24 hours at most 5 wrong short guesses are compared',
    ).toBeLessThanOrEqual(wrongPerAddress);
  }
  expectGuessesKept(world, state);
  expectFewMails(world, state);
}

function expectGuessesKept(world: World, state: Observed): void {
  for (const person of world.people) {
    const row = state.addresses.find(({ email }) => email === person.address);
    const kept = (row?.guesses ?? []).filter((at) => at > world.now - day);
    expect(kept.length, 'invariants 1 and 4: what stands is what was compared and wrong').toBe(
      standing(person, world.now),
    );
  }
}
