import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweep } from '../jobs/sweep.ts';
import { untilBlocked } from '../testing/blocked.ts';
import { codesOf, wrongCodes, wrongLong } from '../testing/codes.ts';
import { deliverAny, emptyOutbox } from '../testing/mail.ts';
import { outcome } from '../testing/outcome.ts';
import {
  admin,
  moderator,
  newAddress,
  type Person,
  signIn,
  suspend,
} from '../testing/people.ts';
import { dump, eventsOf, guessesOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();

const code = '8KQ2W7XN4RTZV';
let email: string;

const refused = 'UNAUTHORIZED CODE_INVALID';

/** The service with a test login for the address. Default: until the end of 2030. */
const testing = (address = email, endsAt = '2031-01-01T00:00:00.000Z') => {
  const testLogins = new Map([[address, { code, endsAt }]]);
  return service().with({ settings: { testLogins } });
};

const send = async (address = email) =>
  testing(address).as().auth.sendCode({ email: address });
const verify = (address = email, by = testing(address), otp = code) =>
  outcome(by.as().auth.verifyCode({ email: address, otp }));

/** Signs in with the code, which needs no request. */
async function enter(address = email, by = testing(address)): Promise<Person> {
  const { data } = await by.as().auth.verifyCode({ email: address, otp: code });
  return { id: data.user.id, email: address, token: data.token, api: by.as(data.token) };
}

beforeEach(async () => {
  email = newAddress();
  await service().clock.set('2030-06-01T00:00:00Z');
  await emptyOutbox(service());
});

describe('a test login', () => {
  it('signs in as anybody does with a mailed code, and each use is in the history', async () => {
    const { data } = await testing()
      .as()
      .auth.verifyCode({ email: email.toUpperCase(), otp: code });
    const me = await service().as(data.token).users.me();
    expect(me.data).toMatchObject({ user: { id: data.user.id }, role: 'user' });
    await verify();
    const events = await eventsOf(service(), data.user.id);
    expect(events.map(({ type }) => type)).toEqual([
      'user.test_signed_in',
      'user.test_signed_in',
    ]);
    expect(events).toMatchObject([{ actorId: null }, { actorId: null }]);
  });

  it('also gets mails, and their codes sign in without a record in the history', async () => {
    await send();
    expect(await deliverAny(testing())).toBe(email);
    const { long } = await codesOf(service(), email);
    const { data } = await testing().as().auth.verifyCode({ email, otp: long });
    expect(await eventsOf(service(), data.user.id)).toEqual([]);
  });

  it('signs in nobody who is given a role at that moment', async () => {
    const { id } = await signIn(service(), email);
    let verifying: Promise<string> | undefined;
    await statements(service().orm.em)
      .transaction()
      .execute(async (holder) => {
        await sql`update users set role = 'moderator' where id = ${id}`.execute(holder);
        verifying = verify();
        await untilBlocked(service().orm.em.fork(), 1);
      });
    expect(await verifying).toBe(refused);
  });

  it('ends by the database’s clock, and its sessions with it', async () => {
    await service().clock.set('2030-12-31T23:59:59Z');
    const { api } = await enter();
    const me = await api.users.me();
    expect(me.data.session.expiresAt).toBe('2031-01-01T00:00:00.000Z');
    await service().clock.set('2031-01-01T00:00:00Z');
    expect(await verify()).toBe(refused);
    expect(await outcome(api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
  });

  it('leaves no session 30 days after its end', async () => {
    await service().clock.set('2030-12-31T00:00:00Z');
    const { id } = await enter();
    const sessions = async () =>
      statements(service().orm.em.fork())
        .selectFrom('sessions')
        .select('id')
        .where('userId', '=', id)
        .execute();
    await service().clock.set('2031-01-30T00:00:00Z');
    await sweep({ orm: service().orm, ...service().deps });
    expect(await sessions()).toHaveLength(1);
    await service().clock.set('2031-02-01T00:00:00Z');
    await sweep({ orm: service().orm, ...service().deps });
    expect(await sessions()).toHaveLength(0);
  });

  it('does not work for a user with another role', async () => {
    for (const person of [await moderator(service()), await admin(service())]) {
      await send(person.email);
      expect(await verify(person.email)).toBe(refused);
      expect(await eventsOf(service(), person.id)).toEqual([]);
    }
  });

  it('does not open another address, or a suspended account', async () => {
    const other = newAddress();
    await send(other);
    expect(await verify(other, testing(email))).toBe(refused);
    const person = await signIn(service());
    await suspend(service(), person);
    expect(await verify(person.email)).toBe('FORBIDDEN ACCOUNT_SUSPENDED');
    expect(await eventsOf(service(), person.id)).toEqual([]);
  });
});

describe('the code of a test login', () => {
  it('signs in without a code asked for, any number of times, typed in any way', async () => {
    const { id } = await enter();
    for (const otp of [code, '8kq2-w7xn-4rtzv', ' 8KQ2 W7XN 4RTZV']) {
      expect(await verify(email, testing(), otp)).toBe('done');
    }
    const events = await eventsOf(service(), id);
    expect(events.map(({ type }) => type)).toEqual(
      Array.from({ length: 4 }, () => 'user.test_signed_in'),
    );
    expect(await guessesOf(service(), email)).toBeUndefined();
  });

  it('signs in after five wrong codes a day, and with short codes closed to everybody', async () => {
    for (let day = 0; day < 3; day += 1) {
      await send();
      const { short } = await codesOf(service(), email);
      for (const otp of wrongCodes(5, short)) {
        expect(await verify(email, testing(), otp)).toBe(refused);
      }
      await enter();
      await service().clock.advance('1 day');
    }
    await enter(email, testing().with({ settings: { wrongPerDay: 1 } }));
  });

  it('is never counted, and uses up no mailed code', async () => {
    await send();
    const { short } = await codesOf(service(), email);
    for (let tries = 0; tries < 40; tries += 1) {
      expect(await verify(email, testing(), wrongLong)).toBe(refused);
    }
    await enter();
    expect(await guessesOf(service(), email)).toBe(0);
    expect(await verify(email, testing(), short)).toBe('done');
  });

  it('does not work without the setting, or after it was removed', async () => {
    await enter();
    expect(await verify(email, service())).toBe(refused);
  });

  it('is not stored', async () => {
    await send();
    await enter();
    expect(await dump(service())).not.toContain(code);
  });
});

describe('a role', () => {
  const live = async ({ api }: Person) => (await outcome(api.users.me())) === 'done';

  it.each(['the admin app', 'an undo'])(
    'given by %s ends the sessions that a test login began, and no others',
    async (way) => {
      const mailed = await signIn(service(), email);
      const tested = [await enter()];
      const boss = await admin(service());
      const change = { id: mailed.id, from: 'user', to: 'moderator' } as const;
      if (way === 'an undo') {
        // Undoes the loss of the role. The sessions began after that loss.
        await boss.api.moderation.users.changeRole(change);
        const back = { id: mailed.id, from: 'moderator', to: 'user' } as const;
        const demotion = await boss.api.moderation.users.changeRole(back);
        tested.push(await enter());
        await boss.api.moderation.undo({ action: demotion.data.action });
      } else {
        await boss.api.moderation.users.changeRole(change);
      }
      for (const person of tested) expect(await live(person)).toBe(false);
      expect(await live(mailed)).toBe(true);
      expect((await mailed.api.users.me()).data.role).toBe('moderator');
    },
  );

  it('has no effect in a session of a test login', async () => {
    const tested = await enter();
    const db = statements(service().orm.em.fork());
    await sql`update users set role = 'admin' where id = ${tested.id}`.execute(db);
    expect((await tested.api.users.me()).data.role).toBe('user');
    expect(await outcome(tested.api.moderation.users.search({}))).toBe(
      'FORBIDDEN ROLE_MISSING',
    );
  });

  it('of ADMIN_EMAILS has no effect in it either, if the address is added there', async () => {
    const tested = await enter();
    const moved = service().with({ settings: { adminEmails: new Set([email]) } });
    const api = moved.as(tested.token);
    expect((await api.users.me()).data.role).toBe('user');
    expect(await outcome(api.moderation.users.search({}))).toBe('FORBIDDEN ROLE_MISSING');
    expect(
      (await moved.as((await signIn(service(), email)).token).users.me()).data.role,
    ).toBe('admin');
  });
});
