import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../access/keys.ts';
import { askForCodes } from '../testing/codes.ts';
import { deliverNext, emptyOutbox, mailDeps, usePostmark } from '../testing/mail.ts';
import { newAddress, signIn, leave } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { claimNext, recordDelivery } from './delivery.ts';
import { expireMails } from './mails.sql.ts';

const service = useService();
const postmark = usePostmark();

const send = async (email: string) => service().as().auth.sendCode({ email });
const deliver = async (by: TestService = service()) =>
  deliverNext(mailDeps(by, postmark()));
const claim = async () => {
  const {
    mails: [claimed],
  } = await claimNext({ orm: service().orm, ...service().deps });
  if (!claimed) throw new Error('No mail is due');
  return claimed;
};

let email: string;
const mail = async () => (await mailsTo(service(), email)).at(-1);

/** Expects that the mail is due after so many seconds, and not before. */
async function expectDueAfter(seconds: number): Promise<void> {
  await service().clock.advance(seconds * 1000 - 1);
  expect(await deliver()).toBeUndefined();
  await service().clock.advance(1);
}

beforeEach(async () => {
  await emptyOutbox(service());
  email = newAddress();
});

describe('a mail that Postmark can’t take just now', () => {
  it('is tried again after 1, 2, 4 and then every 5 seconds, until it is taken', async () => {
    postmark().behave('500');
    await send(email);
    for (const seconds of [1, 2, 4, 5, 5, 5, 5, 5]) {
      expect(await deliver()).toMatchObject({
        outcome: 'retry',
        reason: 'provider_failed',
      });
      await expectDueAfter(seconds);
    }
    expect(await mail()).toMatchObject({
      state: 'queued',
      attempts: 8,
      outcome: 'provider_failed',
    });
    postmark().behave('ok');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    expect(await mail()).toMatchObject({ state: 'sent', attempts: 9, outcome: null });
  });

  it('waits as long as Postmark says', async () => {
    postmark().behave('429-retry-after');
    await send(email);
    expect(await deliver()).toMatchObject({ reason: 'rate_limited', afterSeconds: 7 });
    await expectDueAfter(7);
    expect(await deliver()).toMatchObject({ outcome: 'retry' });
  });

  it.each(['reset', 'html200'] as const)(
    'is kept after any answer: %s',
    async (behaviour) => {
      postmark().behave(behaviour);
      await send(email);
      expect(await deliver()).toMatchObject({ outcome: 'retry' });
      expect(await mail()).toMatchObject({ state: 'queued' });
    },
  );

  it('is due if its next try is later than any pause: the clock was set back', async () => {
    postmark().behave('429');
    await send(email);
    expect(await deliver()).toMatchObject({ afterSeconds: 30 });
    await service().clock.advance('-30 seconds');
    expect(await deliver()).toBeUndefined();
    await service().clock.advance('-1 microsecond');
    postmark().behave('ok');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    await service().clock.advance('31 seconds');
  });

  it('is sent again less and less often if it may have been taken', async () => {
    const unanswered = { outcome: 'retry', reason: 'unanswered' } as const;
    const mailer = { deliver: async () => unanswered };
    await send(email);
    for (const seconds of [15, 60, 300, 900, 900]) {
      const deps = { ...mailDeps(service(), postmark()), mailer };
      expect(await deliverNext(deps)).toEqual(unanswered);
      await expectDueAfter(seconds);
    }
  });

  it('is kept while Postmark is down', async () => {
    await postmark().stop();
    await send(email);
    expect(await deliver()).toMatchObject({
      outcome: 'retry',
      reason: 'connection_failed',
    });
    await postmark().start();
    await service().clock.advance('1 second');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
  });
});

describe('a mail that Postmark refuses', () => {
  it('is not tried again, but the next request is', async () => {
    postmark().behave('inactive422');
    await send(email);
    expect(await deliver()).toMatchObject({ outcome: 'refused' });
    expect(await mail()).toMatchObject({
      state: 'refused',
      outcome: 'recipient_inactive',
    });
    await service().clock.advance('2 minutes');
    expect(await deliver()).toBeUndefined();
    postmark().behave('ok');
    await send(email);
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
  });

  it('is tried again every minute if our account is refused', async () => {
    postmark().behave('unauthorized');
    await send(email);
    expect(await deliver()).toMatchObject({ outcome: 'misconfigured' });
    expect(await mail()).toMatchObject({
      state: 'queued',
      outcome: 'credentials_rejected',
    });
    await expectDueAfter(60);
    postmark().behave('ok');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
  });
});

describe('a mail that is too late', () => {
  it('is not delivered when its long code has under 2 minutes left', async () => {
    const { email: other } = await signIn(service());
    ({ email } = await signIn(service()));
    await emptyOutbox(service());
    await send(email);
    await send(other);
    await service().clock.advance('57 minutes 59.999999 seconds');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    await service().clock.advance('1 microsecond');
    expect(await deliver()).toBeUndefined();
    await expireMails(service().orm.em.fork());
    const states = [
      ...(await mailsTo(service(), email)),
      ...(await mailsTo(service(), other)),
    ];
    expect(states.map(({ state }) => state)).toEqual(['sent', 'expired']);
  });

  it('is not delivered when its codes were used', async () => {
    const { long } = await askForCodes(service(), email);
    await service().as().auth.verifyCode({ email, otp: long });
    expect(await deliver()).toBeUndefined();
    await expireMails(service().orm.em.fork());
    expect(await mail()).toMatchObject({ state: 'expired', attempts: 0 });
  });

  it('is left to the instances that have its key', async () => {
    await send(email);
    const other = service().with({
      keys: createKeyRing(['another secret key altogether']),
    });
    expect(await deliver(other)).toBeUndefined();
    expect(await mail()).toMatchObject({ state: 'queued', attempts: 0 });
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
  });

  it('does not affect mails in time', async () => {
    await send(email);
    await expireMails(service().orm.em.fork());
    expect(await mail()).toMatchObject({ state: 'queued' });
  });
});

describe('a mail of a crashed worker', () => {
  it('can be claimed by another after 13 seconds, and not before', async () => {
    await send(email);
    expect(await claim()).toMatchObject({ address: email, attempts: 1 });
    await expectDueAfter(13);
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    expect(await mail()).toMatchObject({ attempts: 2 });
  });

  it('stays sent when the first worker records later that it failed', async () => {
    await send(email);
    const claimed = await claim();
    await service().clock.advance('13 seconds');
    expect(await deliver()).toMatchObject({ outcome: 'sent' });
    const failures = [
      { outcome: 'refused', reason: 'recipient_inactive' },
      { outcome: 'retry', reason: 'provider_failed' },
    ] as const;
    for (const failure of failures) await recordDelivery(service(), claimed, failure);
    expect(await mail()).toMatchObject({ state: 'sent', outcome: null });
  });

  it('that was erased meanwhile is not recorded', async () => {
    const person = await signIn(service(), email);
    await emptyOutbox(service());
    await send(email);
    const claimed = await claim();
    await leave(service(), person);
    const failure = { outcome: 'retry', reason: 'provider_failed' } as const;
    await recordDelivery(service(), claimed, failure);
    expect(await mail()).toBeUndefined();
  });
});
