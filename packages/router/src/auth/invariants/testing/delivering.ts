import type { Delivery, Mailer, Message } from '@namecard/email';
import { expect } from 'vitest';
import { expireMails } from '../../../mail/queries.ts';
import { deliverNext } from '../../../testing/mail.ts';
import type { Instance } from './instance.ts';
import { isMailable, mailShowsShort } from './model.ts';
import type { Observed } from './observe.ts';
import type { Step } from './step.ts';
import type { World } from './world.ts';

type Provider = Extract<Step, { kind: 'deliver' }>['provider'];

/** Delivers what is due, one mail after the other, as the worker does, and looks at each. */
export async function deliver(world: World, instance: Instance, provider: Provider): Promise<void> {
  instance.setProcessClock();
  await expireMails(instance.orm.em.fork());
  for (let mails = 0; mails < 4; mails += 1) {
    const before = await world.observe();
    expectNoDeadMail(world, before);
    const message = await claimAndDeliver(world, instance, provider);
    const after = await world.observe();
    if (!message) {
      expect(before.mails.filter(({ isDue }) => isDue).length, 'a mail that is due leaves').toBe(0);
      return;
    }
    expectRightMail(world, message, before, after);
  }
}

async function claimAndDeliver(
  world: World,
  { orm, keys, settings }: Instance,
  provider: Provider,
): Promise<Message | undefined> {
  let taken: Message | undefined;
  const mailer: Pick<Mailer, 'deliver'> = {
    deliver: async (message) => {
      taken = message;
      if (provider === 'takes it, and we crash') throw new Error('crashed');
      return outcomeOf(world, message, provider);
    },
  };
  try {
    await deliverNext({ orm, mailer, keys, settings });
  } catch (error) {
    if (!(error instanceof Error && error.message === 'crashed')) throw error;
    world.saw('a mail that left, and nobody knew');
  }
  return taken;
}

function outcomeOf(world: World, { to }: Message, provider: Provider): Delivery {
  if (world.isSuppressed(to.toLowerCase())) {
    return { outcome: 'refused', reason: 'recipient_inactive' };
  }
  return provider === 'fails'
    ? { outcome: 'retry', reason: 'provider_failed' }
    : { outcome: 'sent', messageId: 'the id of a mail' };
}

function expectNoDeadMail(world: World, { mails }: Observed): void {
  const mailable = new Set(
    world.people
      .flatMap(({ challenges }) => challenges)
      .filter((challenge) => isMailable(challenge, world.now))
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

function expectRightMail(world: World, message: Message, before: Observed, after: Observed): void {
  const attempts = new Map(before.mails.map(({ id, attempts: count }) => [id, count]));
  const claimed = after.mails.filter((mail) => attempts.get(mail.id) !== mail.attempts);
  expect(claimed.length, 'one mail is claimed at a time').toBe(1);
  const [mail] = claimed;
  if (!mail) return;
  const someKnown = before.mails.some(({ isDue, hasAccount }) => isDue && hasAccount);
  expect(mail.hasAccount, 'invariant 11: mail to known addresses is claimed first').toBe(someKnown);
  if (someKnown && before.mails.some(({ isDue, hasAccount }) => isDue && !hasAccount)) {
    world.saw('a known address before unknown ones');
  }
  const person = world.people.find(({ address }) => address === mail.recipient);
  if (person) {
    expectItsCodes(world, message, person, mail.challengeId);
  }
}

function expectItsCodes(
  world: World,
  { to, subject, text, html }: Message,
  person: World['people'][number],
  challengeId: string,
): void {
  const challenge = person.challenges.find(({ id }) => id === challengeId);
  expect(challenge, 'invariant 10: no mail is made for a challenge that is gone').toBeDefined();
  if (!challenge) return;
  expect(
    isMailable(challenge, world.now),
    'invariant 10: no mail is made for a challenge over 58 minutes old',
  ).toBe(true);
  expect(to, 'invariant 10: mail goes to the account’s spelling, or the lower-case form').toBe(
    person.account?.spelling ?? person.address,
  );
  const plain = text.replaceAll('-', '');
  expect(plain, 'invariant 8: every mail of a challenge has its long code').toContain(
    challenge.long,
  );
  const shows = mailShowsShort(person, challenge, world.now, world.closed);
  world.saw(shows ? 'a mail with a short code' : 'a mail without a short code');
  const shown = shows ? challenge.short : challenge.long;
  expect(
    subject.replaceAll('-', '').split(' ')[0],
    'invariant 8: every mail of a challenge has its short code while it is good',
  ).toBe(shown);
  expect(`${plain}${html}`.includes(challenge.short)).toBe(shows);
}
