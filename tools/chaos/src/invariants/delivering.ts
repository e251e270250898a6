import type { Delivery, Mailer, Message } from '@namecard/email';
import { expect } from 'vitest';
import { deliverNext, expireMails } from '@namecard/router/testing';
import type { Instance } from './instance.ts';
import { isMailable, mailShowsShort } from './model.ts';
import type { Observed } from './observe.ts';
import type { Step } from './step.ts';
import type { Fixture } from './fixture.ts';

type Mail = Observed['mails'][number];

type Provider = Extract<Step, { kind: 'deliver' }>['provider'];

/** Delivers what is due, one mail after the other, as the worker does, and looks at each. */
export async function deliver(
  fixture: Fixture,
  instance: Instance,
  provider: Provider,
): Promise<void> {
  instance.setProcessClock();
  await expireMails(instance.orm.em.fork());
  for (let mails = 0; mails < 4; mails += 1) {
    const before = await fixture.observe();
    expectNoDeadMail(fixture, before);
    const message = await claimAndDeliver(fixture, instance, provider);
    const after = await fixture.observe();
    if (!message) {
      expect(before.mails.filter(({ isDue }) => isDue).length, 'a mail that is due leaves').toBe(0);
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
  expect(
    queued.filter(({ challengeId }) => !mailable.has(challengeId)),
    'invariant 10: no mail waits for a challenge that is gone or over 58 minutes old',
  ).toEqual([]);
}

function expectRightMail(
  fixture: Fixture,
  message: Message,
  before: Observed,
  after: Observed,
): void {
  const attempts = new Map(before.mails.map(({ id, attempts: count }) => [id, count]));
  const claimed = after.mails.filter((mail) => attempts.get(mail.id) !== mail.attempts);
  expect(claimed.length, 'one mail is claimed at a time').toBe(1);
  const [mail] = claimed;
  if (!mail) return;
  const someKnown = before.mails.some(({ isDue, hasAccount }) => isDue && hasAccount);
  expect(mail.hasAccount, 'invariant 11: mail to known addresses is claimed first').toBe(someKnown);
  if (someKnown && before.mails.some(({ isDue, hasAccount }) => isDue && !hasAccount)) {
    fixture.saw('a known address before unknown ones');
  }
  expectItsTurn(fixture, mail, before);
  const person = fixture.people.find(({ address }) => address === mail.recipient);
  if (person) {
    expectItsCodes(fixture, message, person, mail.challengeId);
  }
}

/** Whether it is the turn of the mail that was claimed, where others to unknown addresses waited with it. */
function expectItsTurn(fixture: Fixture, { id, hasAccount }: Mail, { mails }: Observed): void {
  const turns = mails.flatMap(({ isDue, turn }) => (isDue && turn ? [turn] : []));
  const turn = mails.find((mail) => mail.id === id)?.turn;
  if (hasAccount || turns.length === 0) return;
  expect(turn, 'invariant 11: first tries come before repeated ones').not.toBeNull();
  const others = turns.filter(({ allocation }) => allocation === turn?.allocation);
  expect(turn?.ofAllocation, 'invariant 11: the allocation with the fewest comes first').toBe(
    Math.min(...turns.map(({ ofAllocation }) => ofAllocation)),
  );
  expect(turn?.ofNetwork, 'invariant 11: in it comes the network with the fewest').toBe(
    Math.min(...others.map(({ ofNetwork }) => ofNetwork)),
  );
  if (turns.length > 1) fixture.saw('networks by turns');
}

function expectItsCodes(
  fixture: Fixture,
  { to, subject, text, html }: Message,
  person: Fixture['people'][number],
  challengeId: string,
): void {
  const challenge = person.challenges.find(({ id }) => id === challengeId);
  expect(challenge, 'invariant 10: no mail is made for a challenge that is gone').toBeDefined();
  if (!challenge) return;
  expect(
    isMailable(challenge, fixture.now),
    'invariant 10: no mail is made for a challenge over 58 minutes old',
  ).toBe(true);
  expect(to, 'invariant 10: mail goes to the account’s spelling, or the lower-case form').toBe(
    person.account?.spelling ?? person.address,
  );
  const plain = text.replaceAll('-', '');
  expect(plain, 'invariant 8: every mail of a challenge has its long code').toContain(
    challenge.long,
  );
  const shows = mailShowsShort(person, challenge, fixture.now, fixture.closed);
  fixture.saw(shows ? 'a mail with a short code' : 'a mail without a short code');
  const shown = shows ? challenge.short : challenge.long;
  expect(
    subject.replaceAll('-', '').split(' ')[0],
    'invariant 8: every mail of a challenge has its short code while it is good',
  ).toBe(shown);
  expect(`${plain}${html}`.includes(challenge.short)).toBe(shows);
}
