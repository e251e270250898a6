import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import { actCodeOf } from '../../testing/act-codes.ts';
import { makeCards, nameOf, spend } from '../../testing/cards.ts';
import { emptyOutbox } from '../../testing/mail.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  type Person,
  program,
  signIn,
  leave,
} from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';
import { suppressAddress } from '../mail/suppress-and-clear.ts';
import { mailing } from './mail-admins.ts';

const service = useService();
const db = () => statements(service().orm.em.fork());

let mails: Message[];
let deliveryTo: (to: string) => Delivery;
let ids: string[];
let staff: Person;
let boss: Person;

beforeEach(async () => {
  await service().clock.advance('2 days');
  await sql`update users set role = 'user'`.execute(db());
  await sql`delete from jobs`.execute(db());
  const owner = await signIn(service());
  [staff, boss] = [await moderator(service()), await admin(service())];
  ids = await makeCards(service(), owner.id, 40);
  mails = [];
  deliveryTo = () => ({ outcome: 'sent', messageId: '1' });
  await emptyOutbox(service());
});

function deps() {
  const { orm, deps: given } = service();
  const deliver = async (mail: Message) => {
    mails.push(mail);
    return deliveryTo(mail.to);
  };
  return { ...given, orm, mailer: { deliver } };
}

/** Does the due jobs, like a worker. */
const work = (): Promise<void> => doDue(mailing(deps()));

const mailed = () => mails.map(({ to }) => to).toSorted();

const hide = ({ api }: { api: Caller }, index = 0) =>
  outcome(
    api.moderation.profiles.hide({ username: nameOf(ids[index] ?? ''), reason: 'spam' }),
  );

async function brake(who: { id: string; api: Caller }): Promise<void> {
  await spend(service(), who, 1_000);
  await hide(who);
}

describe('admins', () => {
  it('get one mail with the person and the number of cards, by role and by ADMIN_EMAILS', async () => {
    await brake(staff);
    await work();
    expect(mailed()).toEqual(['admin@example.com', boss.email].toSorted());
    const [mail] = mails;
    expect(mail?.subject).toBe('Namecard: Many cards were changed');
    expect(mail?.text).toContain(`${staff.email} changed 1,000 cards in the last hour.`);
    expect(mail?.text).toContain('Further changes wait until an admin decides');
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain('http://127.0.0.1:3000/admin/history');
    }
  });

  it('are mailed by one of several instances, even if many acts are refused together', async () => {
    await spend(service(), staff, 1_000);
    await raceTogether(30, async (index) => hide(staff, index));
    await raceTogether(10, work);
    expect(mailed()).toEqual(['admin@example.com', boss.email].toSorted());
  });

  it('are mailed again a day later, and not before', async () => {
    const again = async () => {
      staff = await signIn(service(), staff.email);
      await emptyOutbox(service());
      await spend(service(), staff, 1_000);
      await hide(staff);
      await work();
      return mails.length;
    };
    expect(await again()).toBe(2);
    await service().clock.advance('23 hours 59 minutes');
    expect(await again()).toBe(2);
    await service().clock.advance('1 minute');
    expect(await again()).toBe(4);
  });

  it('are mailed of each person and each service key by itself', async () => {
    const key = await program(service(), boss, 'moderation');
    await brake(staff);
    await brake(key);
    await work();
    expect(mails).toHaveLength(4);
    const ofKey = mails.filter(({ text }) =>
      text.includes('The service key “A program” changed 1,000 cards'),
    );
    expect(ofKey).toHaveLength(2);
    expect(ofKey[0]?.text).toContain('its calls are refused for some time');
  });

  it('are not mailed if their address is suppressed, or if the actor is gone', async () => {
    await suppressAddress(service().deps, operator, { address: boss.email });
    await brake(staff);
    await work();
    expect(mailed()).toEqual(['admin@example.com']);
    const other = await moderator(service());
    await emptyOutbox(service());
    await brake(other);
    await leave(service(), other);
    await work();
    expect(mails).toHaveLength(1);
  });
});

describe('an admin’s act beyond the limit whose code nobody enters', () => {
  let colleague: Person;
  /** Somebody who has the session, and not the mailbox. */
  let thief: { id: string; api: Caller };

  beforeEach(async () => {
    colleague = await admin(service());
    thief = { id: boss.id, api: service().as(boss.token) };
    await emptyOutbox(service());
    await spend(service(), thief, 1_000);
  });

  const all = () => ['admin@example.com', boss.email, colleague.email].toSorted();

  const enter = async (code: string, index = 0) =>
    outcome(
      thief.api.moderation.profiles.hide({
        username: nameOf(ids[index] ?? ''),
        reason: 'spam',
        code,
      }),
    );

  it('is told to all admins in ten minutes, once, also if many acts and instances race', async () => {
    await raceTogether(30, async (index) => hide(thief, index));
    await service().clock.advance('9 minutes');
    await hide(thief);
    await work();
    expect(mails).toEqual([]);
    await service().clock.advance('1 minute');
    await raceTogether(10, work);
    expect(mailed()).toEqual(all());
    expect(mails[0]?.text).toContain(
      `${boss.email} changed 1,000 cards in the last 24 hours, and wanted to change more`,
    );
    await hide(thief);
    await service().clock.advance('11 minutes');
    await work();
    expect(mails).toHaveLength(3);
  });

  it('is told a day later again', async () => {
    await hide(thief);
    await service().clock.advance('10 minutes');
    await work();
    await service().clock.advance('24 hours');
    boss = await signIn(service(), boss.email);
    await emptyOutbox(service());
    thief = { id: boss.id, api: service().as(boss.token) };
    await spend(service(), thief, 1_000);
    await hide(thief);
    await service().clock.advance('10 minutes');
    await work();
    expect(mails).toHaveLength(6);
  });

  it('is told after a wrong code too, and with no mail of the code', async () => {
    expect(await enter('0123-4567-89ABC')).toBe('UNAUTHORIZED CODE_INVALID');
    await service().clock.advance('10 minutes');
    await work();
    expect(mailed()).toEqual(all());
  });

  it('is told as confirmed to the others, however ADMIN_EMAILS spells the actor', async () => {
    const email = 'Admin@Example.com';
    boss = await signIn(service(), email);
    thief = { id: boss.id, api: service().as(boss.token) };
    await spend(service(), thief, 1_000);
    expect(await hide(thief)).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await enter(await actCodeOf(service()))).toBe('done');
    await emptyOutbox(service());
    await work();
    expect(mails.length).toBeGreaterThan(0);
    expect(mailed().map((to) => to.toLowerCase())).not.toContain(email.toLowerCase());
  });

  it('is told as confirmed to the others, once its code is entered', async () => {
    expect(await hide(thief)).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await enter(await actCodeOf(service()))).toBe('done');
    await service().clock.advance('10 minutes');
    await work();
    expect(mailed()).toEqual(all().filter((to) => to !== boss.email));
    expect(mails[0]?.text).toContain('has confirmed it by a mailed code');
  });
});

describe('an admin who changes many cards, fewer than take a code', () => {
  it('is told to all admins in ten minutes, once', async () => {
    await emptyOutbox(service());
    await spend(service(), boss, 499);
    expect(await hide(boss)).toBe('done');
    await service().clock.advance('10 minutes');
    await work();
    expect(mails).toEqual([]);
    for (const index of [1, 2]) expect(await hide(boss, index)).toBe('done');
    await service().clock.advance('10 minutes');
    await work();
    expect(mailed()).toEqual(['admin@example.com', boss.email].toSorted());
    expect(mails[0]?.text).toContain(
      `${boss.email} changed 501 cards in the last 24 hours, fewer than`,
    );
    await hide(boss, 3);
    await service().clock.advance('10 minutes');
    await work();
    expect(mails).toHaveLength(2);
  });

  it('is told again if they then want more than that, and nobody enters the code', async () => {
    await emptyOutbox(service());
    await spend(service(), boss, 998);
    for (const index of [1, 2]) await hide(boss, index);
    await service().clock.advance('10 minutes');
    await work();
    const thief = service().as(boss.token);
    expect(await hide({ api: thief }, 3)).toBe('FORBIDDEN CODE_REQUIRED');
    await service().clock.advance('10 minutes');
    await work();
    expect(
      mails.map(({ text }) => /fewer than|wanted to change/.exec(text)?.[0]),
    ).toEqual(['fewer than', 'fewer than', 'wanted to change', 'wanted to change']);
  });
});

describe('a mail to admins', () => {
  it('leaves once no sign-in mail is due', async () => {
    await brake(staff);
    await service().as().auth.sendCode({ email: boss.email });
    await work();
    expect(mails).toEqual([]);
    await service().clock.advance('5 seconds');
    await work();
    expect(mails).toEqual([]);
    await emptyOutbox(service());
    await service().clock.advance('5 seconds');
    await work();
    expect(mails).toHaveLength(2);
  });

  it('that the provider did not take leaves later, and nobody gets two', async () => {
    deliveryTo = (to) =>
      to === boss.email
        ? { outcome: 'retry', reason: 'timed_out' }
        : { outcome: 'sent', messageId: '1' };
    await brake(staff);
    await work();
    const tried = mails.length;
    expect(mails.filter(({ to }) => to !== boss.email)).toHaveLength(1);
    await service().clock.advance('4 minutes');
    await work();
    expect(mails).toHaveLength(tried);
    deliveryTo = () => ({ outcome: 'sent', messageId: '1' });
    await service().clock.advance('1 minute');
    await work();
    await work();
    expect(mails.slice(tried).map(({ to }) => to)).toEqual([boss.email]);
  });

  it('that does not leave is tried less and less often', async () => {
    deliveryTo = () => ({ outcome: 'retry', reason: 'unanswered' });
    await brake(staff);
    await work();
    const together = mails.length;
    for (let hour = 0; hour < 24; hour += 1) {
      await service().clock.advance('1 hour');
      await work();
    }
    expect(mails.length / together).toBeLessThan(11);
  });

  it('that the provider refuses for good is not sent again', async () => {
    deliveryTo = () => ({ outcome: 'refused', reason: 'recipient_inactive' });
    await brake(staff);
    await work();
    await service().clock.advance('1 hour');
    await work();
    expect(mails).toHaveLength(2);
  });
});
