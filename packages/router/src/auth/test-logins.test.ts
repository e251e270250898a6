import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { withhold } from '../mail/service.ts';
import { codesOf, wrongCodes } from '../testing/codes.ts';
import { deliverAny, emptyOutbox } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, moderator, newAddress, signIn, suspend } from '../testing/people.ts';
import { eventsOf, mailsTo } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();

const code = '271828';
let email: string;

/** The service with a test login for the address, until the end of 2030 unless another is given. */
const testing = (address = email, endsAt = '2031-01-01T00:00:00.000Z') =>
  service().with({ settings: { testLogins: new Map([[address, { code, endsAt }]]) } });

const send = async (address = email) => testing(address).as().auth.sendCode({ email: address });
const verify = (address = email, by = testing(address)) =>
  outcome(by.as().auth.verifyCode({ email: address, otp: code }));

beforeEach(async () => {
  email = newAddress();
  await service().clock.set('2030-06-01T00:00:00Z');
  await emptyOutbox(service());
});

describe('a test login', () => {
  it('signs in with its code as anybody does with a mailed one, and each use is in the history', async () => {
    await send();
    const { data } = await testing()
      .as()
      .auth.verifyCode({ email: email.toUpperCase(), otp: code });
    const me = await service().as(data.token).users.me();
    expect(me.data).toMatchObject({ user: { id: data.user.id }, role: 'user' });
    await send();
    await verify();
    const events = await eventsOf(service(), data.user.id);
    expect(events.map(({ type }) => type)).toEqual(['user.test_signed_in', 'user.test_signed_in']);
    expect(events).toMatchObject([{ actorId: null }, { actorId: null }]);
  });

  it('is mailed nothing', async () => {
    await send();
    expect(await deliverAny(testing())).toBeUndefined();
    await withhold({ orm: service().orm, ...testing().deps });
    expect(await mailsTo(service(), email)).toMatchObject([
      { state: 'refused', outcome: 'test_login', attempts: 0 },
    ]);
  });

  it('has its code asked for first, and used once', async () => {
    expect(await verify()).toBe('UNAUTHORIZED CODE_INVALID');
    await send();
    expect(await verify()).toBe('done');
    expect(await verify()).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('signs in nobody who is given a role at that moment', async () => {
    const { id } = await signIn(service(), email);
    await send();
    let verifying: Promise<string> | undefined;
    const waiting = sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `;
    await statements(service().orm.em)
      .transaction()
      .execute(async (holder) => {
        await sql`update users set role = 'moderator' where id = ${id}`.execute(holder);
        verifying = verify();
        const countWaiting = async () =>
          (await waiting.execute(statements(service().orm.em.fork()))).rows.length;
        await expect.poll(countWaiting).toBe(1);
      });
    expect(await verifying).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('is closed by five wrong codes like every address', async () => {
    await send();
    const { short } = await codesOf(service(), email);
    for (const otp of wrongCodes(5, short, code)) {
      expect(await outcome(testing().as().auth.verifyCode({ email, otp }))).toMatch(/CODE_INVALID/);
    }
    expect(await verify()).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('ends by the database’s clock, and its address is mailed from then on', async () => {
    await service().clock.set('2030-12-31T23:59:59Z');
    await send();
    expect(await verify()).toBe('done');
    await send();
    await service().clock.set('2031-01-01T00:00:00Z');
    expect(await verify()).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await deliverAny(testing())).toBe(email);
  });

  it('is nobody’s whose role is another than a user’s', async () => {
    for (const person of [await moderator(service()), await admin(service())]) {
      await send(person.email);
      expect(await verify(person.email)).toBe('UNAUTHORIZED CODE_INVALID');
      expect(await deliverAny(testing(person.email))).toBe(person.email);
      expect(await eventsOf(service(), person.id)).toEqual([]);
    }
  });

  it('does not open another address, or a suspended account', async () => {
    const other = newAddress();
    await send(other);
    expect(await verify(other, testing(email))).toBe('UNAUTHORIZED CODE_INVALID');
    const person = await signIn(service());
    await suspend(service(), person);
    await send(person.email);
    expect(await verify(person.email)).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
  });
});
