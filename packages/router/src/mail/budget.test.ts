import { raceTogether } from '@namecard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes } from '../testing/codes.ts';
import {
  deliverAll,
  deliverAny,
  deliverNext,
  emptyOutbox,
  mailDeps,
  sendFrom,
  usePostmark,
  useUpMailsOfAll,
} from '../testing/mail.ts';
import { signIn } from '../testing/people.ts';
import { mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { isMailHeld } from './trouble.ts';

const service = useService();
const postmark = usePostmark();
const isHeld = async (by = service()) =>
  isMailHeld({ orm: by.orm, settings: by.deps.settings });

/** Each comes from another network, so only the budget of all is used up. */
const sendMany = async (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index) =>
      sendFrom(service(), `10.${index >> 8}.${index % 256}.1`),
    ),
  );

/** Delivers what may leave, and returns how many mails did. */
const drain = async (by = service()) => (await deliverAll(by)).length;

beforeEach(async () => emptyOutbox(service()));

it('exactly the saved mails leave at once if 30 workers of two instances race', async () => {
  const few = service().with({ settings: { mailsPerHour: 45 } });
  await sendMany(50);
  const instances = [few, few.with({})];
  let left = 0;
  for (let raced = 1; raced > 0;) {
    const results = await raceTogether(30, async (index) =>
      deliverAny(instances[index % 2] ?? few),
    );
    raced = results.filter(
      ({ status, ...result }) =>
        status === 'fulfilled' && 'value' in result && result.value,
    ).length;
    left += raced;
    expect(results.every(({ status }) => status === 'fulfilled')).toBe(true);
  }
  expect(left).toBe(45);
  expect(await drain(few)).toBe(0);
  expect(await isHeld(few)).toBe(true);
});

describe('of 1,000 mails an hour to addresses that never signed in', () => {
  it('one leaves each 3.6 seconds after that, to the microsecond', async () => {
    await useUpMailsOfAll(service(), 2);
    await sendMany(5);
    expect(await drain()).toBe(2);
    for (const _ of [1, 2]) {
      await service().clock.advance('3.599999 seconds');
      expect(await drain()).toBe(0);
      await service().clock.advance('1 microsecond');
      expect(await drain()).toBe(1);
    }
    expect(await isHeld()).toBe(true);
    await service().clock.advance('7.2 seconds');
    expect(await isHeld()).toBe(false);
    expect(await drain()).toBe(1);
  });

  it('at most 200 are saved up, even if nobody asks for long', async () => {
    await service().clock.advance('10 hours');
    await sendMany(202);
    expect(await drain()).toBe(200);
  });

  it('a mail costs one token, even if it is tried often', async () => {
    const few = service().with({ settings: { mailsPerHour: 1 } });
    const retried = await sendFrom(few, '192.0.2.1');
    postmark().behave('500');
    expect(await deliverNext(mailDeps(few, postmark()))).toMatchObject({
      outcome: 'retry',
    });
    // Asked for before the retry is due, and over the budget: it must not stand in its way.
    await sendFrom(few, '192.0.2.1');
    await few.clock.advance('1 second');
    expect(await deliverAny(few)).toBe(retried);
    expect(await deliverAny(few)).toBeUndefined();
  });
});

describe('the budget', () => {
  it('lets no member wait', async () => {
    const few = service().with({ settings: { mailsPerHour: 4 } });
    const known = await signIn(service());
    await emptyOutbox(service());
    await sendMany(5);
    expect(await drain(few)).toBe(4);
    await askForCodes(service(), known.email);
    expect(await deliverAny(few)).toBe(known.email);
    expect(await drain(few)).toBe(0);
  });

  it('of fewer than 200 an hour saves up one hour at most', async () => {
    const few = service().with({ settings: { mailsPerHour: 4 } });
    await sendMany(6);
    expect(await drain(few)).toBe(4);
    await service().clock.advance('15 minutes');
    expect(await drain(few)).toBe(1);
  });

  it('is empty, but not more, if the clock was set back', async () => {
    const few = service().with({ settings: { mailsPerHour: 20 } });
    await sendMany(23);
    await service().clock.advance('10 minutes');
    expect(await drain(few)).toBe(20);
    await service().clock.advance('-10 minutes');
    expect(await drain(few)).toBeLessThanOrEqual(1);
    await service().clock.advance('3 minutes');
    expect(await drain(few)).toBe(1);
  });

  it('is empty, but not more, if it was used up before the limit was raised', async () => {
    const more = service().with({ settings: { mailsPerHour: 100 } });
    await sendMany(23);
    expect(await drain(service().with({ settings: { mailsPerHour: 20 } }))).toBe(20);
    expect(await drain(more)).toBeLessThanOrEqual(1);
    await service().clock.advance('36 seconds');
    expect(await drain(more)).toBe(1);
  });

  it('holds no mail if it is off, not even older mails', async () => {
    const few = service().with({ settings: { mailsPerHour: 4 } });
    const unlimited = service().with({ settings: { mailsPerHour: 0 } });
    await sendMany(5);
    expect(await drain(few)).toBe(4);
    const email = await sendFrom(unlimited, '192.0.2.1');
    expect(await mailsTo(service(), email)).toMatchObject([{ held: false }]);
    expect(await isHeld(unlimited)).toBe(false);
    expect(await drain(unlimited)).toBe(2);
  });
});
