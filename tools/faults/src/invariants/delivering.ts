import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Delivery, Mailer, Message } from '@namecard/email';
import { deliverNext, expireMails } from '@namecard/router/testing';
import type { Instance } from './instance.ts';
import type { Source } from './brake.ts';
import { dropLate, isMailable, mailShowsShort } from './model.ts';
import type { Observed } from './observe.ts';
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
  await expireMails(instance.orm.em.fork());
  for (const person of fixture.people) {
    if (dropLate(person, fixture.now)) fixture.saw('a mail dropped');
  }
  for (let mails = 0; mails < 4; mails += 1) {
    const before = await fixture.observe();
    expectNoDeadMail(fixture, before);
    const message = await claimAndDeliver(fixture, instance, provider);
    const after = await fixture.observe();
    if (!message) {
      expectNothingDue(fixture, before);
      return;
    }
    expectRightMail(fixture, message, before, after);
  }
}

async function claimAndDeliver(
  fixture: Fixture,
  { orm, keys, settings }: Instance,
  provider: Provider,
): Promise<Message | undefined> {
  let taken: Message | undefined;
  const mailer: Pick<Mailer, 'deliver'> = {
    deliver: async (message) => {
      taken = message;
      if (provider === 'takes it, and we crash') throw new Error('crashed');
      return outcomeOf(fixture, message, provider);
    },
  };
  try {
    await deliverNext({ orm, mailer, keys, settings });
  } catch (error) {
    if (!(error instanceof Error && error.message === 'crashed')) throw error;
    fixture.saw('a mail that left, and nobody knew');
  }
  return taken;
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
  const attempts = new Map(before.mails.map(({ id, attempts: count }) => [id, count]));
  const claimed = after.mails.filter((mail) => attempts.get(mail.id) !== mail.attempts);
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

/**
 * The possible next turns: the IP address, network and allocation have a token,
 * and so has the total.
 */
function turnsToCome({ brake, now }: Fixture, { mails }: Observed): Source[] {
  const turns = mails.flatMap(({ isDue, turns: of }) => (isDue ? (of ?? []) : []));
  return brake.hasTokenOfAll(now)
    ? turns.filter((turn) => brake.hasTokens(turn, now))
    : [];
}

function expectNothingDue(fixture: Fixture, before: Observed): void {
  const { brake, now } = fixture;
  const due = before.mails.filter(({ isDue }) => isDue);
  assert.equal(
    due.filter(({ turns }) => turns === null).length,
    0,
    'a mail that is due leaves',
  );
  assert.deepEqual(
    turnsToCome(fixture, before),
    [],
    'invariant 11: a turn that has tokens comes',
  );
  if (due.length > 0) {
    fixture.saw(
      brake.hasTokenOfAll(now) ? 'mail held by its source' : 'mail held by all',
    );
  }
}

/**
 * Whether it is the claimed mail's turn, if other mails to unknown addresses
 * waited.
 */
function expectItsTurn(
  fixture: Fixture,
  mail: Mail,
  before: Observed,
  after: Observed,
): void {
  if (mail.hasAccount) return;
  const { brake, now } = fixture;
  const turns = turnsToCome(fixture, before);
  const own = before.mails.find(({ id }) => id === mail.id)?.turns;
  if (!own) {
    assert.deepEqual(turns, [], 'invariant 11: first tries come before repeated ones');
    return;
  }
  const paid = after.released.find(({ mailId }) => mailId === mail.id);
  const turn = own.find(({ ip }) => ip === paid?.ip);
  if (!turn) throw new Error('A mail was let go that nobody who asked for it paid for');
  assert.ok(
    turns.some((one) => isDeepStrictEqual(one, turn)),
    'invariant 11: who pays has a token at each level',
  );
  let rivals = turns;
  for (const level of ['allocation', 'network', 'ip'] as const) {
    const counts = rivals.map((rival) => brake.mailsOf(rival, level, now));
    assert.equal(
      brake.mailsOf(turn, level, now),
      Math.min(...counts),
      `invariant 11: the ${level} with the fewest comes first`,
    );
    rivals = rivals.filter((rival) => rival[level] === turn[level]);
  }
  if (turns.length > 1) fixture.saw('networks by turns');
  if (own.length > 1) fixture.saw('a mail that several asked for');
  letGo(fixture, mail, turn);
}

function letGo(
  fixture: Fixture,
  { id, challengeId, recipient }: Mail,
  turn: Source,
): void {
  fixture.brake.release({ ...turn, mailId: id, challengeId, at: fixture.now });
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
