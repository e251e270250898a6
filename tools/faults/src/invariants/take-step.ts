import assert from 'node:assert/strict';
import { statements } from '@namecard/db';
import { sweep as sweepDatabase } from '@namecard/router';
import { anHourOfAsking, expectFewMails, send } from './asking.ts';
import { deliver } from './delivering.ts';
import { guess } from './guessing.ts';
import { leftFrom, mostInADay, type Person, standing, wrongPerAddress } from './model.ts';
import type { Instance } from './instance.ts';
import type { Observed } from './observe.ts';
import type { Step } from './step.ts';
import { day, minute } from './time.ts';
import type { Fixture } from './fixture.ts';

/** Applies a step to the service and the model and compares them. */
export async function takeStep(fixture: Fixture, step: Step): Promise<void> {
  await fixture.look();
  await perform(fixture, step);
  expectAgreement(fixture, await fixture.observe());
}

async function perform(fixture: Fixture, step: Step): Promise<void> {
  switch (step.kind) {
    case 'send':
      return send(
        fixture,
        fixture.instance(step.instance),
        fixture.person(step.who),
        step.capitals,
        step.from,
      );
    case 'guess':
      for (let time = 0; time < step.times; time += 1) {
        if (time > 0) await fixture.look();
        await guess(
          fixture,
          fixture.instance(step.instance),
          fixture.person(step.who),
          step,
        );
      }
      return undefined;
    case 'wait':
      return fixture.wait(step.span);
    case 'deliver':
      return deliver(fixture, fixture.instance(step.instance), step.provider);
    case 'suspend':
      return setSuspended(fixture, withAccount(fixture, step.who), true);
    case 'unsuspend':
      return setSuspended(fixture, fixture.person(step.who), false);
    case 'sweep':
      return sweep(fixture, fixture.instance(step.instance));
    case 'an hour of asking':
      return anHourOfAsking(fixture, fixture.person(step.who), step.off);
  }
}

/** A person with an account, if there is any. */
function withAccount(fixture: Fixture, who: number): Person {
  const accounts = fixture.people.filter((person) => person.account !== undefined);
  return accounts[who % accounts.length] ?? fixture.person(who);
}

/** Rules that hold after every step. */
function expectAgreement(fixture: Fixture, state: Observed): void {
  for (const { address, challenges, wrongAt } of fixture.people) {
    const rows = state.challenges.filter(({ email }) => email === address);
    assert.deepEqual(
      rows.map(({ id, begunAt, mails }) => ({ id, begunAt, mails })),
      challenges.map(({ id, begunAt, mails }) => ({ id, begunAt, mails })),
      'invariants 2, 4 and 5: the challenges are as the asks and the successes left them',
    );
    assert.ok(
      rows.filter(({ begunAt }) => fixture.now - begunAt < 10 * minute).length <= 2,
      'invariant 2: at most 2 challenges under 10 minutes old',
    );
    assert.ok(
      mostInADay(wrongAt) <= wrongPerAddress,
      'invariant 1: in any 24 hours at most 5 wrong short guesses are compared',
    );
  }
  expectGuessesKept(fixture, state);
  expectFewFromOnePlace(fixture, state);
  expectFewMails(fixture, state);
  expectOneOfEach(state);
}

function expectOneOfEach({ mails, turns }: Observed): void {
  const held = mails.flatMap(({ isHeld, recipient }) => (isHeld ? [recipient] : []));
  assert.equal(
    new Set(held).size,
    held.length,
    'invariant 7: at most one mail waits for an address',
  );
  const waiting = turns.flatMap(({ state, address, ip }) =>
    state === 'waiting' ? [`${address} ${ip}`] : [],
  );
  assert.equal(
    new Set(waiting).size,
    waiting.length,
    'invariant 7: at most one turn waits for an address and IP address',
  );
}

function expectFewFromOnePlace({ wrongFrom, now }: Fixture, state: Observed): void {
  for (const { ip } of wrongFrom) {
    assert.ok(
      leftFrom(wrongFrom, ip, now) >= 0,
      'invariant 1: in any hour and day only so many wrong short guesses of one IP address and network are compared',
    );
  }
  assert.equal(
    state.networkGuesses,
    wrongFrom.filter(({ at }) => at > now - day).length,
    'invariant 1: what stands against IP addresses is what was sent from there and wrong',
  );
}

function expectGuessesKept(fixture: Fixture, state: Observed): void {
  for (const person of fixture.people) {
    const row = state.addresses.find(({ email }) => email === person.address);
    const kept = (row?.guesses ?? []).filter((at) => at > fixture.now - day);
    assert.equal(
      kept.length,
      standing(person, fixture.now),
      'invariants 1 and 4: what stands is what was compared and wrong',
    );
  }
}

/** As an admin does, for an account that is not so already. */
async function setSuspended(
  fixture: Fixture,
  { address, account }: Person,
  suspended: boolean,
): Promise<void> {
  if (!account || account.suspended === suspended) {
    return;
  }
  account.suspended = suspended;
  await statements(fixture.orm.em.fork())
    .updateTable('users')
    .set((row) => ({ suspendedAt: suspended ? row.fn('current_instant') : null }))
    .where('emailKey', '=', address)
    .execute();
  fixture.saw(suspended ? 'an account suspended' : 'an account active again');
}

/** Old rows go, which changes nothing for those who sign in. */
async function sweep(fixture: Fixture, instance: Instance): Promise<void> {
  instance.setProcessClock();
  await sweepDatabase(instance.mailing);
  for (const person of fixture.people) {
    person.challenges = person.challenges.filter(
      ({ begunAt }) => begunAt >= fixture.now - day,
    );
    if (person.held && person.held.since < fixture.now - day) person.held = undefined;
  }
}
