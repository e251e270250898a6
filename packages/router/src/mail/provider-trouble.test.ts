import { smtpMailer } from '@namecard/email';
import { fakeSmtp } from '@namecard/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../testing/mail.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { countedMailer } from './counted-mailer.ts';
import { claimNext } from './delivery.ts';
import { isMailDegraded, reportWaiting } from './trouble.ts';

const service = useService();
const postmark = usePostmark();

const send = async () => service().as().auth.sendCode({ email: newAddress() });
const deliver = async () => deliverNext(mailDeps(service(), postmark()));
const isDegraded = async () => isMailDegraded({ orm: service().orm, ...service().deps });

/** The reason why mail waits, as an operator gets it now. */
async function told(): Promise<string[]> {
  const reasons: string[] = [];
  const { deps, orm } = service();
  const telemetry = {
    ...deps.telemetry,
    mailTroubled: (reason: string) => reasons.push(reason),
  };
  await reportWaiting({ ...deps, orm, telemetry });
  return reasons;
}

beforeEach(() => emptyOutbox(service()));

describe('a provider in trouble', () => {
  it.each([
    ['500', 'provider_failed'],
    ['reset', 'connection_failed'],
    ['html200', 'answer_malformed'],
  ] as const)(
    'is reported once a mail has waited for a minute: %s',
    async (behaviour, reason) => {
      postmark().behave(behaviour);
      await send();
      await deliver();
      await service().clock.advance('60 seconds');
      expect([await isDegraded(), await told()]).toEqual([false, []]);
      await service().clock.advance('1 microsecond');
      expect([await isDegraded(), await told()]).toEqual([true, [reason]]);
      postmark().behave('ok');
      expect(await deliver()).toMatchObject({ outcome: 'sent' });
      expect([await isDegraded(), await told()]).toEqual([false, []]);
    },
  );

  it('is reported at once if it refuses the greeting, and the mail leaves after the repair', async () => {
    await using smtp = await fakeSmtp();
    const mailer = smtpMailer({ url: smtp.url, from: 'Cards <hello@example.com>' });
    const deps = { ...mailDeps(service(), postmark()), mailer };
    smtp.behave({ at: 'EHLO', reply: '421 4.7.0 Try again later' });
    await send();
    expect(await deliverNext(deps)).toMatchObject({ outcome: 'misconfigured' });
    expect([await isDegraded(), await told()]).toEqual([true, ['greeting_refused']]);
    smtp.behave('ok');
    await service().clock.advance('15 seconds');
    expect(await deliverNext(deps)).toMatchObject({ outcome: 'sent' });
    expect(await told()).toEqual([]);
  });

  it.each([
    ['unauthorized', 'credentials_rejected'],
    ['429', 'rate_limited'],
  ] as const)(
    'is reported at once if it takes none of our mails: %s',
    async (behaviour, reason) => {
      postmark().behave(behaviour);
      await send();
      await deliver();
      expect([await isDegraded(), await told()]).toEqual([true, [reason]]);
      await service().clock.advance('60 seconds');
      postmark().behave('ok');
      await deliver();
      expect(await isDegraded()).toBe(false);
    },
  );

  it('is reported by what it refuses, not by older mail that nobody tried meanwhile', async () => {
    const { email } = await signIn(service());
    await emptyOutbox(service());
    postmark().behave('unauthorized');
    await send();
    await deliver();
    await service().clock.advance('-1 minute');
    await service().as().auth.sendCode({ email });
    await service().clock.advance('3 minutes');
    expect(await told()).toEqual(['credentials_rejected']);
  });

  it('is not reported for a refused mail, or during a first try of any age', async () => {
    postmark().behave('inactive422');
    await send();
    await deliver();
    await send();
    await service().clock.advance('2 minutes');
    await claimNext({ orm: service().orm, ...service().deps });
    expect([await isDegraded(), await told()]).toEqual([false, []]);
  });
});

it('a mail beside the outbox tells that the provider refuses us', async () => {
  await using smtp = await fakeSmtp();
  const mailer = smtpMailer({ url: smtp.url, from: 'Cards <hello@example.com>' });
  smtp.behave({ at: 'MAIL', reply: '550 5.7.1 Not from you' });
  const said: unknown[] = [];
  const counted = countedMailer(mailer, {
    delivered: ({ outcome }) => void said.push(outcome),
    mailTroubled: (...why) => void said.push(why),
  });
  await counted.deliver({ to: newAddress(), subject: 'A', text: 'b', html: 'c' });
  expect(said).toEqual([
    'misconfigured',
    ['sender_unconfirmed', '550 5.7.1 Not from you'],
  ]);
});

it('mail that nobody tries to deliver is reported after a minute', async () => {
  const { email } = await signIn(service());
  await emptyOutbox(service());
  await service().as().auth.sendCode({ email });
  await service().clock.advance('61 seconds');
  expect([await isDegraded(), await told()]).toEqual([true, ['not_tried']]);
});
