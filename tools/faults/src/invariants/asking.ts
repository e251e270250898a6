import assert from 'node:assert/strict';
import type { Instance } from './instance.ts';
import { asking, mailsPerChallenge, type Person, unmailedOf } from './model.ts';
import type { Observed } from './observe.ts';
import { day, minute } from './time.ts';
import type { Fixture } from './fixture.ts';

export const typed = ({ address }: Person, capitals: boolean) =>
  capitals ? address.replace('person', 'Person') : address;

const answerToAsking = JSON.stringify({ data: null });

/** A person asks for a code, for themselves or for somebody else. */
export async function send(
  fixture: Fixture,
  instance: Instance,
  person: Person,
  capitals: boolean,
  from?: string,
): Promise<void> {
  assert.equal(
    JSON.stringify(await instance.send(typed(person, capitals), from)),
    answerToAsking,
    'invariant 6: send-code’s answer depends on the body alone',
  );
  await expectAsked(fixture, person);
}

/**
 * Asks for an hour: three times every five minutes, or a microsecond before or
 * after.
 */
export async function anHourOfAsking(
  fixture: Fixture,
  person: Person,
  off: number,
): Promise<void> {
  for (let round = 0; round < 13; round += 1) {
    for (const instance of [0, 1, 0]) {
      await fixture.look();
      await send(fixture, fixture.instance(instance), person, false);
    }
    await fixture.wait(5 * minute + off);
  }
  fixture.saw('an hour of asking');
}

/** Applies the ask to the model and compares it with the database. */
async function expectAsked(fixture: Fixture, person: Person): Promise<void> {
  const after = await fixture.observe();
  const wereThere = new Set(fixture.before.mails.map(({ id }) => id));
  const queued = after.mails.filter(({ id }) => !wereThere.has(id));
  expectCommittedTogether(person, queued, after);
  if (queued.length === 0) {
    fixture.saw('an ask that mails nothing');
    expectUsableMail(fixture, person, after);
  }
  assert.ok(
    after.turns.some(
      ({ address, state, endsAt }) =>
        address === person.address &&
        state === 'waiting' &&
        endsAt === fixture.now + 30 * minute,
    ),
    'invariant 7: every ask enters a turn, whether or not a mail comes of it',
  );
  const what = asking(person, fixture.now);
  const isMail = what !== 'nothing' && playMail(fixture, person, what, after);
  assert.equal(
    queued.length,
    Number(isMail),
    'invariants 7 and 8: whether a mail is queued',
  );
}

/**
 * Mails a challenge's codes. Returns whether this is a new mail, not the held
 * one.
 */
function playMail(
  fixture: Fixture,
  person: Person,
  what: 'again' | 'fresh',
  after: Observed,
): boolean {
  const isHeld = person.account === undefined;
  const challengeId =
    what === 'fresh' ? begin(fixture, person, after) : mailAgain(fixture, person);
  const wasHeld = person.held !== undefined;
  if (isHeld) {
    if (wasHeld) fixture.saw('a mail that is held asked for again');
    person.held = { challengeId, since: person.held?.since ?? fixture.now };
    return !wasHeld;
  }
  const challenge = person.challenges.find(({ id }) => id === challengeId);
  if (challenge) challenge.mails += 1;
  person.mailedAt.push(fixture.now);
  return true;
}

function mailAgain(fixture: Fixture, { challenges }: Person): string {
  fixture.saw('the same codes again');
  return challenges.find(({ mails }) => mails > 0)?.id ?? '';
}

/**
 * The challenge of a new mail. Challenges that were never mailed are gone, except
 * a new one, which is reused.
 */
function begin(fixture: Fixture, person: Person, after: Observed): string {
  const unmailed = unmailedOf(person, fixture.now);
  person.challenges = person.challenges.filter(
    (one) => one.mails > 0 || one === unmailed,
  );
  return unmailed?.id ?? adopt(fixture, person, after);
}

/** Copies a new challenge from the database, because its id is random. */
function adopt(fixture: Fixture, person: Person, after: Observed): string {
  const row = after.challenges.find(({ email }) => email === person.address);
  assert.equal(
    row?.begunAt,
    fixture.now,
    'invariant 12: a challenge begins at the database’s time',
  );
  if (!row) return '';
  person.challenges.unshift({ ...fixture.challengeOf(row), mails: 0 });
  return row.id;
}

function expectCommittedTogether(
  person: Person,
  queued: Observed['mails'],
  after: Observed,
): void {
  for (const { recipient, challengeId } of queued) {
    assert.equal(
      recipient,
      person.address,
      'invariant 10: a mail is for who was asked for',
    );
    assert.equal(
      after.challenges.find(({ id }) => id === challengeId)?.email,
      person.address,
      'invariant 10: a mail names a challenge it was committed with',
    );
  }
}

/** If an ask mails nothing, an earlier mail works for another half hour. */
function expectUsableMail(fixture: Fixture, person: Person, after: Observed): void {
  const usable = after.challenges.filter(
    ({ email, begunAt }) =>
      email === person.address && fixture.now - begunAt <= 30 * minute,
  );
  const states = fixture.isSuppressed(person.address)
    ? ['queued', 'sent', 'refused']
    : ['queued', 'sent'];
  const mails = after.mails.filter(
    ({ challengeId, state }) =>
      states.includes(state) && usable.some(({ id }) => id === challengeId),
  );
  assert.ok(
    mails.length > 0,
    'invariant 7: an ask mails nothing only while a mailed long code has 30 minutes left',
  );
}

/** Limits of mails for a challenge, and for a day without a success. */
export function expectFewMails(fixture: Fixture, state: Observed): void {
  const counts = new Map<string, number>();
  for (const { challengeId } of state.mails) {
    counts.set(challengeId, (counts.get(challengeId) ?? 0) + 1);
  }
  assert.ok(
    Math.max(0, ...counts.values()) <= mailsPerChallenge,
    'invariant 8: at most 3 mails a challenge',
  );
  for (const { mailedAt } of fixture.people) {
    const lately = mailedAt.filter((at) => at > fixture.now - day);
    assert.ok(lately.length <= 60, 'invariant 8: at most 60 mails in 24 hours');
  }
}
