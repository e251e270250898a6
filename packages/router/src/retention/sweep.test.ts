import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForCodes, wrongCodes } from '../testing/codes.ts';
import { mailDeps, usePostmark } from '../testing/mail.ts';
import { deliverNext } from '../mail/service.ts';
import { outcome, tally } from '../testing/outcome.ts';
import { newAddress, signIn } from '../testing/people.ts';
import { dump, guessesOf, mailsTo, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/service.ts';
import { sweep } from './service.ts';

const service = useService();
const postmark = usePostmark();

const sweepAll = async () => sweep({ orm: service().orm, settings: service().deps.settings });
const count = async (table: string) => (await rowsOf(service(), table)).length;

async function sweepAfter(interval: string): Promise<void> {
  await service().clock.advance(interval);
  await sweepAll();
}

beforeEach(async () => {
  await sql`truncate addresses, outbox, users, rate_limits, hourly_counts cascade`.execute(
    statements(service().orm.em.fork()),
  );
});

describe('the sweep', () => {
  it('leaves no word of an address that asked once and never came back', async () => {
    const email = newAddress();
    const { short } = await askForCodes(service(), email);
    await outcome(
      service()
        .as()
        .auth.verifyCode({ email, otp: wrongCodes(1, short)[0] ?? '' }),
    );
    await deliverNext(mailDeps(service(), postmark()));
    await sweepAfter('24 hours');
    expect(await guessesOf(service(), email)).toBe(1);
    await sweepAfter('1 microsecond');
    expect(await dump(service())).not.toContain(email);
  });

  it('touches nothing that is in use', async () => {
    const person = await signIn(service());
    await person.api.profiles.create({ username: 'kept', referral: '' });
    await askForCodes(service(), person.email);
    const before = await dump(service());
    await sweepAll();
    expect(await dump(service())).toBe(before);
  });

  it('keeps wrong guesses for as long as they count', async () => {
    const email = newAddress();
    const { short, long } = await askForCodes(service(), email);
    await service().clock.advance('5 minutes');
    for (const otp of wrongCodes(5, short)) {
      await outcome(service().as().auth.verifyCode({ email, otp }));
    }
    await service().as().auth.verifyCode({ email, otp: long });
    await sweepAfter('23 hours 59 minutes');
    expect(await guessesOf(service(), email)).toBe(5);
    await sweepAfter('2 minutes');
    expect(await guessesOf(service(), email)).toBeUndefined();
  });

  it('keeps the mails of people for 90 days', async () => {
    const { email } = await signIn(service());
    await service().as().auth.sendCode({ email });
    while (await deliverNext(mailDeps(service(), postmark()))) {
      // Until all have left.
    }
    await sweepAfter('89 days');
    const kept = await mailsTo(service(), email);
    expect(kept.filter(({ state }) => state === 'sent')).not.toEqual([]);
    await sweepAfter('1 day 1 microsecond');
    expect((await mailsTo(service(), email)).filter(({ state }) => state === 'sent')).toEqual([]);
  });

  it('deletes sessions 30 days after their end', async () => {
    const one = await signIn(service());
    const other = await signIn(service(), one.email);
    await one.api.auth.signOut();
    await sweepAfter('30 days');
    expect(await count('sessions')).toBe(2);
    await sweepAfter('1 microsecond');
    expect(await count('sessions')).toBe(1);
    await sweepAfter('30 days');
    expect(await count('sessions')).toBe(0);
    expect(await count('users')).toBe(1);
    expect(await outcome(other.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
  });

  it('deletes counts that are over', async () => {
    await service().as().auth.sendCode({ email: newAddress() });
    await deliverNext(mailDeps(service(), postmark()));
    expect([await count('rate_limits'), await count('hourly_counts')]).toEqual([1, 1]);
    await sweepAfter('1 hour 1 microsecond');
    expect(await count('rate_limits')).toBe(0);
    await sweepAfter('25 hours');
    expect(await count('hourly_counts')).toBe(0);
  });

  it('deletes more than one chunk', async () => {
    await sql`
      insert into rate_limits (key, began_at, hits)
      select 'k' || n, current_instant(), 1 from generate_series(1, 2500) n
    `.execute(statements(service().orm.em.fork()));
    await sweepAfter('2 hours');
    expect(await count('rate_limits')).toBe(0);
  });

  it('can be started by many at once, while people sign in', async () => {
    const old = Array.from({ length: 20 }, newAddress);
    for (const email of old) await service().as().auth.sendCode({ email });
    await service().clock.advance('25 hours');
    const results = await raceTogether(20, async (index) =>
      index % 2 === 0 ? sweepAll() : signIn(service(), old[index]),
    );
    expect(tally(results)).toEqual({ done: 20 });
    await sweepAll();
    expect(await count('challenges')).toBe(0);
    expect(await count('users')).toBe(10);
  });
});
