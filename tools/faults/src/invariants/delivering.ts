import assert from 'node:assert/strict';
import type { Delivery, Mailer, Message } from '@namecard/email';
import { claimAndDeliver, expireMails } from '@namecard/router/testing';
import type { Instance } from './instance.ts';
import { dropLate, isMailable, mailShowsShort } from './model.ts';
import type { Observed } from './observe.ts';
import { expectPaid, waitingIn } from './paying.ts';
import type { Step } from './step.ts';
import type { Fixture } from './fixture.ts';

type Mail = Observed['mails'][number];

type Provider = Extract<Step, { kind: 'deliver' }>['provider'];

/** Delivers due mails one by one, as the worker does, and checks each. */
export async function deliver(
  fixture: Fixture,
  instance: Instance,
  provider: Provider,
): Promise<void> {
  instance.setProcessClock();
  await expireMails(instance.mailing.orm.em.fork());
  for (const person of fixture.people) {
    if (dropLate(person, fixture.now)) fixture.saw('a mail dropped');
  }
  for (let mails = 0; mails < 4;) {
    const before = await fixture.observe();
    expectNoDeadMail(fixture, before);
    const { message, isMore } = await claim(fixture, instance, provider);
    const after = await fixture.observe();
    if (message) {
      expectRightMail(fixture, message, before, after);
      mails += 1;
    } else if (isMore) {
      const { state } = expectPaid(before, after);
      if (state !== 'mailed') fixture.saw('a turn that pays for no mail');
    } else {
      expectNothingDue(before);
      return;
    }
  }
}

async function claim(
  fixture: Fixture,
  { mailing }: Instance,
  provider: Provider,
): Promise<{ message: Message | undefined; isMore: boolean }> {
  let taken: Message | undefined;
  const mailer: Pick<Mailer, 'deliver'> = {
    deliver: async (message) => {
      taken = message;
      if (provider === 'takes it, and we crash') throw new Error('crashed');
      return outcomeOf(fixture, message, provider);
    },
  };
  try {
    const { isMore } = await claimAndDeliver({ ...mailing, mailer });
    return { message: taken, isMore };
  } catch (error) {
    if (!(error instanceof Error && error.message === 'crashed')) throw error;
    fixture.saw('a mail that left, and nobody knew');
    return { message: taken, isMore: true };
  }
}

function outcomeOf(fixture: Fixture, { to }: Message, provider: Provider): Delivery {
  if (fixture.isSuppressed(to.toLowerCase())) {
    return { outcome: 'refused', reason: 'recipient_inactive' };
  }
  return provider === 'fails'
    ? { outcome: 'retry', reason: 'provider_failed' }
    : { outcome: 'sent', messageId: 'the id of a mail' };
}

function expectNoDeadMail(fixture: Fixture, { mails }: Observed): void {
  const mailable = new Set(
    fixture.people
      .flatMap(({ challenges }) => challenges)
      .filter((challenge) => isMailable(challenge, fixture.now))
      .map(({ id }) => id),
  );
  const queued = mails.filter(
    ({ state, recipient }) => state === 'queued' && recipient.startsWith('person'),
  );
  assert.deepEqual(
    queued.filter(({ challengeId }) => !mailable.has(challengeId)),
    [],
    'invariant 10: no mail waits for a challenge that is gone or over 58 minutes old',
  );
}

function expectRightMail(
  fixture: Fixture,
  message: Message,
  before: Observed,
  after: Observed,
): void {
  const claimed = claimedBetween(before, after);
  assert.equal(claimed.length, 1, 'one mail is claimed at a time');
  const [mail] = claimed;
  if (!mail) return;
  const someKnown = before.mails.some(({ isDue, hasAccount }) => isDue && hasAccount);
  assert.equal(
    mail.hasAccount,
    someKnown,
    'invariant 11: mail to known addresses is claimed first',
  );
  if (someKnown && before.mails.some(({ isDue, hasAccount }) => isDue && !hasAccount)) {
    fixture.saw('a known address before unknown ones');
  }
  expectItsTurn(fixture, mail, before, after);
  const person = fixture.people.find(({ address }) => address === mail.recipient);
  if (person) {
    expectItsCodes(fixture, message, person, mail.challengeId);
  }
}

function claimedBetween(before: Observed, after: Observed): Mail[] {
  const attempts = new Map(before.mails.map(({ id, attempts: count }) => [id, count]));
  return after.mails.filter((mail) => attempts.get(mail.id) !== mail.attempts);
}

function expectNothingDue(before: Observed): void {
  const due = before.mails.filter(({ isDue }) => isDue);
  assert.deepEqual(due, [], 'a mail that is due leaves');
  assert.deepEqual(waitingIn(before), [], 'invariant 11: a turn that has tokens comes');
}

/** Mail to unknown addresses: first tries by a turn, and only then retries. */
function expectItsTurn(
  fixture: Fixture,
  mail: Mail,
  before: Observed,
  after: Observed,
): void {
  if (mail.hasAccount) return;
  if (!before.mails.some(({ id, isHeld }) => isHeld && id === mail.id)) {
    const message = 'invariant 11: first tries come before repeated ones';
    assert.deepEqual(waitingIn(before), [], message);
    return;
  }
  assert.equal(
    expectPaid(before, after).address,
    mail.recipient,
    'invariant 11: a mail to a stranger leaves when a turn of its address pays',
  );
  const others = before.turns.filter(({ address }) => address === mail.recipient);
  if (others.length > 1) fixture.saw('a mail that several asked for');
  letGo(fixture, mail);
}

function letGo(fixture: Fixture, { challengeId, recipient }: Mail): void {
  const person = fixture.people.find(({ address }) => address === recipient);
  if (!person) return;
  const challenge = person.challenges.find((one) => one.id === challengeId);
  assert.equal(
    person.held?.challengeId,
    challengeId,
    'invariant 7: a held mail has the codes of the last ask',
  );
  if (challenge) challenge.mails += 1;
  person.held = undefined;
  person.mailedAt.push(fixture.now);
}

function expectItsCodes(
  fixture: Fixture,
  { to, subject, text, html }: Message,
  person: Fixture['people'][number],
  challengeId: string,
): void {
  const challenge = person.challenges.find(({ id }) => id === challengeId);
  assert.ok(challenge, 'invariant 10: no mail is made for a challenge that is gone');
  assert.equal(
    isMailable(challenge, fixture.now),
    true,
    'invariant 10: no mail is made for a challenge over 58 minutes old',
  );
  assert.equal(
    to,
    person.account?.spelling ?? person.address,
    'invariant 10: mail goes to the account’s spelling, or the lower-case form',
  );
  const plain = text.replaceAll('-', '');
  assert.ok(
    plain.includes(challenge.long),
    'invariant 8: every mail of a challenge has its long code',
  );
  const shows = mailShowsShort(person, challenge, fixture.now, fixture.closed);
  fixture.saw(shows ? 'a mail with a short code' : 'a mail without a short code');
  const shown = shows ? challenge.short : challenge.long;
  assert.equal(
    subject.replaceAll('-', '').split(' ')[0],
    shown,
    'invariant 8: every mail of a challenge has its short code while it is good',
  );
  assert.equal(`${plain}${html}`.includes(challenge.short), shows);
}
