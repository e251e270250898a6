import { defaultProduct } from '@namecard/look';
import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Delivery, Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../../access/caller.ts';
import { eraseAddress } from '../users/erase-and-export.ts';
import { makeCards, nameOf, spend, toggle } from '../../testing/cards.ts';
import { askForCodes } from '../../testing/codes.ts';
import { deliverAny, emptyOutbox } from '../../testing/mail.ts';
import { errorOf, outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  newAddress,
  type Person,
  program,
  signIn,
  leave,
} from '../../testing/people.ts';
import { mailsTo, rowsOf } from '../../testing/rows.ts';
import { type Caller, useService } from '../../testing/use-service.ts';
import { doDue } from '../../jobs/claimed-jobs.ts';
import { sweep } from '../../jobs/sweep.ts';
import { inTransaction } from '../../transaction.ts';
import { claimNext, recordDelivery } from '../../mail/delivery.ts';
import { listMailbox } from '../../mail/mailbox.ts';
import { suppressAddress } from '../mail/suppress-and-clear.ts';
import { hideProfile } from '../profiles/hide-and-restore.ts';
import { changeRole as changeRoleOf } from '../users/change-role.ts';
import { mailing } from './mail-people.ts';

const service = useService({ settings: { publicProfiles: true } });
const db = () => statements(service().orm.em.fork());

let mails: Message[];
let delivery: Delivery;
let owner: Person;
let staff: Person;
let boss: Person;
let ids: string[];

beforeEach(async () => {
  await service().clock.advance('3 days');
  await sql`delete from jobs`.execute(db());
  owner = await signIn(service());
  [staff, boss] = [await moderator(service()), await admin(service())];
  ids = await makeCards(service(), owner.id, 40);
  mails = [];
  delivery = { outcome: 'sent', messageId: '1' };
  await emptyOutbox(service());
});

function deps(contactUrl?: string) {
  const { orm, deps: given } = service();
  const deliver = async (mail: Message) => {
    mails.push(mail);
    return delivery;
  };
  const product = { ...defaultProduct, operator: { contact: contactUrl } };
  const settings = { ...given.settings, product };
  return { ...given, orm, settings, mailer: { deliver } };
}

/** Does the due jobs, like a worker. */
const work = (contactUrl?: string): Promise<void> => doDue(mailing(deps(contactUrl)));

/** Lets time pass. In the last minute, mails of different jobs leave one by one. */
async function pass(seconds: number): Promise<void> {
  const last = Math.min(seconds, 4 * 18);
  await service().clock.advance(`${seconds - last} seconds`);
  await work();
  for (let passed = 0; passed < last; passed += 18) {
    await service().clock.advance(`${Math.min(18, last - passed)} seconds`);
    await work();
  }
}

const minutes = 60;

const hide = ({ api }: { api: Caller }, index = 0) =>
  api.moderation.profiles.hide({ username: nameOf(ids[index] ?? ''), reason: 'spam' });

const restore = ({ api }: { api: Caller }, index = 0) =>
  api.moderation.profiles.restore({ username: nameOf(ids[index] ?? '') });

const suspend = ({ id }: Person) =>
  boss.api.moderation.users.suspend({ id, reason: 'harassment', note: 'Stop it' });

const nextDay = async () => {
  await service().clock.advance('1 day');
  [staff, boss] = [
    await signIn(service(), staff.email),
    await signIn(service(), boss.email),
  ];
  await emptyOutbox(service());
};

const jobs = async () =>
  (await rowsOf(service(), 'jobs')).filter((row) => row.includes('"decision"'));

describe('somebody whose card is hidden', () => {
  it('gets a mail after ten minutes, only with the reason and how to ask for another look', async () => {
    const [username, note] = [nameOf(ids[0] ?? ''), 'Not here, please'];
    await staff.api.moderation.profiles.hide({ username, reason: 'spam', note });
    await pass(10 * minutes - 1);
    expect(mails).toEqual([]);
    await service().clock.advance('18 seconds');
    await work('mailto:help@example.com');
    const [mail] = mails;
    expect(mail?.to).toBe(owner.email);
    expect(mail?.subject).toBe('Namecard: One or more of your cards are hidden');
    expect(mail?.text).toBe(
      'A card of yours is hidden from others: unwanted advertising. It is against our terms. A person decided this on our own initiative. It lasts until we undo it.\n\nIf you think that this is a mistake, sign in at 127.0.0.1:3000 with this address and read why.\n\nYou can ask for another look as long as it stands, and for six months at least. It is free.\n\nThe courts stay open to you.\n\nContact: help@example.com\n',
    );
    for (const secret of [username, note, staff.email, 'http://', 'https://']) {
      expect(mail?.text).not.toContain(secret);
    }
    expect(mail?.html).not.toContain(note);
  });

  it('gets one mail about all cards, by reason', async () => {
    await toggle(service(), staff, 'hideMany', ids.slice(0, 3));
    const username = nameOf(ids[4] ?? '');
    await boss.api.moderation.profiles.hide({ username, reason: 'impersonation' });
    await pass(11 * minutes);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(
      '3 cards of yours are hidden from others: unwanted advertising.',
    );
    expect(mails[0]?.text).toContain(
      'A card of yours is hidden from others: pretending to be somebody else.',
    );
  });

  it('is mailed for each kind of actor: a key, an operator, an undo', async () => {
    await hide(await program(service(), boss, 'moderation'));
    await pass(11 * minutes);
    await nextDay();
    await pass(36);
    const why = { reason: 'spam', note: null, privateNote: null } as const;
    const username = nameOf(ids[1] ?? '');
    await hideProfile(service().deps, operator, { username, ...why });
    await pass(11 * minutes);
    expect(mails).toHaveLength(2);
    await nextDay();
    await restore(staff);
    await pass(36);
    const { data } = await staff.api.audit.listActions({ limit: 1 });
    await staff.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    await pass(11 * minutes);
    expect(mails).toHaveLength(3);
  });

  it('is mailed once if it was hidden, restored and hidden', async () => {
    await hide(staff);
    await service().clock.advance('4 minutes');
    await restore(staff);
    await service().clock.advance('4 minutes');
    await hide(staff);
    await pass(10 * minutes - 1);
    expect(mails).toEqual([]);
    await pass(10 * minutes);
    expect(mails).toHaveLength(1);
  });

  it('is not mailed again that day, and a day later about newer decisions', async () => {
    await hide(staff);
    await pass(11 * minutes);
    await hide(staff, 1);
    await hide(staff, 2);
    await pass(30 * minutes);
    expect(mails).toHaveLength(1);
    await nextDay();
    await pass(36);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('2 cards of yours are hidden from others: ');
    await nextDay();
    await pass(36);
    expect(mails).toHaveLength(2);
    expect(await jobs()).toEqual([]);
  });
});

it('a mail that can’t be made keeps nobody else’s back', async () => {
  const other = await signIn(service());
  const [card = ''] = await makeCards(service(), other.id, 1);
  await hide(staff);
  await staff.api.moderation.profiles.hide({ username: nameOf(card), reason: 'spam' });
  await service().clock.advance('11 minutes');
  const deliver = async (mail: Message) => {
    if (mail.to === owner.email) throw new Error('It can’t be made');
    mails.push(mail);
    return delivery;
  };
  const sending = mailing({ ...deps(), mailer: { deliver } });
  await expect(doDue(sending)).rejects.toThrow('It can’t be made');
  await service().clock.advance('16 minutes');
  await doDue(sending);
  expect(mails.map(({ to }) => to)).toEqual([other.email]);
});

describe('somebody who appealed', () => {
  const appeal = (index = 0) =>
    owner.api.profiles.appeal({
      username: nameOf(ids[index] ?? ''),
      text: 'It is my shop',
    });

  async function answer(decision: 'uphold' | 'restore', index = 0) {
    if (decision === 'restore') return restore(boss, index);
    const { data } = await boss.api.moderation.desk.next({ lane: 'appealed' });
    const [item] = data.items;
    const revision = item?.profile?.revision ?? 0;
    return boss.api.moderation.desk.close({
      id: item?.id ?? '',
      revision,
      decision,
      note: 'No',
    });
  }

  it('and was answered before a mail could leave gets the answer alone, as it is by then', async () => {
    await hide(staff);
    await pass(11 * minutes);
    for (const index of [1, 2, 3]) await hide(staff, index);
    await appeal(1);
    await answer('uphold');
    await appeal(2);
    await answer('uphold');
    await restore(staff, 2);
    await appeal(3);
    await answer('restore', 3);
    await hide(boss, 3);
    await nextDay();
    await pass(36);
    const [mail] = mails.slice(1);
    expect(mail?.text.match(/stays hidden|see it again|are hidden|is hidden/g)).toEqual([
      'is hidden',
      'stays hidden',
      'see it again',
    ]);
    await nextDay();
    await hide(staff, 4);
    await appeal(4);
    await answer('uphold');
    await pass(11 * minutes);
    expect(mails[2]?.text).not.toContain('You can ask for another look');
    expect(mails[2]?.text).toMatch(/^We took another look at a card of yours\. It stays/);
  });

  it.each([
    ['uphold', 'It stays hidden.'],
    ['restore', 'Others can see it again.'],
  ] as const)('gets a mail with the answer: %s', async (decision, said) => {
    await hide(staff);
    await pass(11 * minutes);
    await appeal();
    await answer(decision);
    await nextDay();
    await pass(36);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Namecard: One or more of your cards are hidden',
      'Namecard: You have an answer',
    ]);
    expect(mails[1]?.text).toContain(said);
  });

  it('gets none if the answer was undone within ten minutes', async () => {
    await hide(staff);
    await pass(11 * minutes);
    await nextDay();
    await pass(36);
    expect(await jobs()).toEqual([]);
    await appeal();
    await answer('restore');
    const { data } = await boss.api.audit.listActions({ limit: 1 });
    await boss.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    await pass(11 * minutes);
    expect(mails.filter(({ subject }) => subject.includes('answer'))).toEqual([]);
  });
});

const decide = async (
  decision: 'hide' | 'approve' | 'pass_on',
  index: number,
  {
    by = boss,
    lane = 'reported',
  }: { by?: Person; lane?: 'reported' | 'second_look' } = {},
) => {
  const { data } = await by.api.moderation.desk.next({ lane });
  const username = nameOf(ids[index] ?? '');
  const item = data.items.find(({ profile }) => profile?.username === username);
  const revision = item?.profile?.revision ?? 0;
  return decision === 'hide'
    ? hide(by, index)
    : by.api.moderation.desk.close({ id: item?.id ?? '', revision, decision });
};

describe('a member who reported a card', () => {
  const report = (index: number) =>
    staff.api.profiles.report({ username: nameOf(ids[index] ?? ''), reason: 'spam' });

  it('gets one mail about what became of it, without a word of the report', async () => {
    for (const index of [0, 1, 2]) await report(index);
    await decide('hide', 0);
    await decide('approve', 1);
    await decide('approve', 2);
    await pass(11 * minutes);
    const told = mails.filter(({ to }) => to === staff.email);
    expect(told.map(({ text }) => text.trim().split('\n\n').toSorted())).toEqual([
      [
        'The courts stay open to you.',
        'You reported a card. We looked at it, and it is hidden from others.',
        'You reported a card. We looked at it, and it stays as it is.',
      ],
    ]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [owner.email, staff.email].toSorted(),
    );
  });

  it('hears of the decision of the second look that their report was passed on to', async () => {
    for (const index of [0, 1]) await report(index);
    const by = await moderator(service());
    for (const index of [0, 1]) await decide('pass_on', index, { by });
    await pass(11 * minutes);
    expect(mails).toEqual([]);
    await decide('approve', 0, { lane: 'second_look' });
    await decide('hide', 1, { lane: 'second_look' });
    await pass(11 * minutes);
    const told = mails.filter(({ to }) => to === staff.email);
    expect(
      told.map(({ text }) => text.match(/it is hidden|it stays/g)?.toSorted()),
    ).toEqual([['it is hidden', 'it stays']]);
  });

  it('gets none if the decision was undone within ten minutes', async () => {
    await report(0);
    await decide('approve', 0);
    const { data } = await boss.api.audit.listActions({ limit: 1 });
    await boss.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    await pass(11 * minutes);
    expect(mails).toEqual([]);
  });
});

describe('somebody without an account who reported a card', () => {
  let email: string;
  let network = 0;

  beforeEach(async () => {
    email = newAddress();
    await sql`delete from reports`.execute(db());
  });

  /** In German, and with words that no mail repeats. */
  const report = (
    index: number,
    typed: { name?: string; email?: string } = { email },
    publicProfiles = true,
  ) =>
    service()
      .with({ settings: { publicProfiles } })
      .as(undefined, { ip: `192.0.2.${(network += 1)}`, acceptLanguage: 'de' })
      .profiles.report({
        username: nameOf(ids[index] ?? ''),
        reason: 'spam',
        text: 'Sells secret watches',
        ...typed,
      });

  const toReporter = () => mails.filter(({ to }) => to === email);

  const kept = async () =>
    (await rowsOf(service(), 'reports')).filter((row) => /stranger-|Quentin/.test(row));

  it('gets a receipt and ten minutes after it the decision, and then nothing is kept', async () => {
    await report(0, { name: 'Quentin', email: email.toUpperCase() });
    await pass(36);
    await decide('hide', 0);
    await pass(9 * minutes);
    expect(toReporter()).toHaveLength(1);
    await pass(2 * minutes);
    const [receipt, told] = toReporter().map(({ text }) => text);
    expect(receipt).toMatch(/^Deine Meldung zu einer Karte ist angekommen/);
    expect(told).toMatch(/^Du hast eine Karte gemeldet[^]*ausgeblendet[^]*Gerichten/);
    for (const text of [receipt, told]) {
      expect(text).toContain('„Nicht ich, nie wieder“');
      expect(text).not.toMatch(/Quentin|watches/);
      expect(text).not.toContain(nameOf(ids[0] ?? ''));
    }
    expect(await kept()).toEqual([]);
    await nextDay();
    await pass(36);
    expect(toReporter()).toHaveLength(2);
  });

  it('hears that the card was deleted first, by its owner or with the account, as members do', async () => {
    const reader = await signIn(service());
    const other = newAddress();
    await report(0);
    await report(1, { email: other });
    for (const index of [0, 1]) {
      const username = nameOf(ids[index] ?? '');
      await reader.api.profiles.report({ username, reason: 'spam', text: 'My words' });
    }
    await pass(2 * minutes);
    await owner.api.profiles.remove({ username: nameOf(ids[0] ?? '') });
    await leave(service(), owner);
    await emptyOutbox(service());
    await pass(12 * minutes);
    for (const to of [email, other, reader.email]) {
      const told = mails.findLast((mail) => mail.to === to);
      expect(told?.text).toMatch(
        /^(You reported|Du hast) [^]*(was deleted|wurde gelöscht)/,
      );
    }
    expect(toReporter()).toHaveLength(2);
    const { reports } = (await reader.api.profiles.myReports()).data;
    expect(reports.map(({ state }) => state)).toEqual(['gone', 'gone']);
    expect((await rowsOf(service(), 'reports')).join()).not.toMatch(
      /stranger-|watches|My words/,
    );
    await service().clock.advance('181 days');
    await sweep({ orm: service().orm, settings: service().deps.settings });
    expect(await rowsOf(service(), 'reports')).toEqual([]);
  });

  it('hears that the card was deleted while the mail about its decision waited, as members do', async () => {
    const reader = await signIn(service());
    await report(0);
    for (const index of [0, 1]) {
      const username = nameOf(ids[index] ?? '');
      await reader.api.profiles.report({ username, reason: 'spam' });
    }
    await emptyOutbox(service());
    await pass(36);
    await decide('approve', 1);
    await pass(11 * minutes);
    await decide('approve', 0, { by: await moderator(service()) });
    delivery = { outcome: 'retry', reason: 'timed_out' };
    await pass(11 * minutes);
    await service().clock.advance('2 days');
    owner = await signIn(service(), owner.email);
    await emptyOutbox(service());
    for (const index of [0, 1]) {
      await owner.api.profiles.remove({ username: nameOf(ids[index] ?? '') });
    }
    delivery = { outcome: 'sent', messageId: '3' };
    await pass(12 * minutes);
    await pass(2 * 60 * minutes);
    for (const to of [email, reader.email]) {
      const told = mails.findLast((mail) => mail.to === to)?.text;
      expect(told).toMatch(/^(You reported|Du hast) [^]*(was deleted|wurde gelöscht)/);
    }
    const { reports } = (await reader.api.profiles.myReports()).data;
    expect(reports.map(({ state }) => state)).toEqual(['gone']);
  });

  it('who may read no card gets the decision alone', async () => {
    await report(0, { email }, false);
    await pass(36);
    expect(mails).toEqual([]);
    await decide('approve', 0);
    await pass(12 * minutes);
    expect(toReporter()).toHaveLength(1);
  });

  it('is mailed after all others', async () => {
    await report(0);
    await hide(staff, 1);
    await service().clock.advance('11 minutes');
    await work();
    expect(mails.map(({ to }) => to)).toEqual([owner.email]);
    await pass(36);
    expect(toReporter()).toHaveLength(1);
  });

  it('gets three mails a day, one of them about all decisions', async () => {
    for (const index of [0, 1, 2, 3, 4]) await report(index);
    await pass(3 * minutes);
    expect(toReporter()).toHaveLength(2);
    for (const index of [0, 1, 2, 3]) await decide('approve', index);
    await pass(12 * minutes);
    expect(toReporter()).toHaveLength(3);
    await decide('approve', 4);
    await pass(12 * minutes);
    expect(toReporter()).toHaveLength(3);
    await nextDay();
    await pass(36);
    expect(toReporter()).toHaveLength(4);
    expect(await kept()).toEqual([]);
  });

  it('is forgotten with an erasure of the address alone', async () => {
    await report(0, { name: 'Quentin', email });
    const erased = { address: email, reason: 'requested' } as const;
    await eraseAddress(service().deps, operator, erased);
    expect(await kept()).toEqual([]);
  });

  it('is not told what was undone within ten minutes', async () => {
    await report(0);
    await pass(36);
    await decide('approve', 0);
    const { data } = await boss.api.audit.listActions({ limit: 1 });
    await boss.api.moderation.undo({ action: data.actions[0]?.id ?? '' });
    await pass(11 * minutes);
    expect(toReporter()).toHaveLength(1);
  });

  it('gets none after “never again”, nor at a suppressed address, and both are forgotten', async () => {
    await report(0, { name: 'Quentin', email });
    const { short } = await askForCodes(service(), email);
    await service().as().auth.refuseInvitation({ email, otp: short });
    expect(await kept()).toEqual([]);
    await report(1, { name: 'Quentin', email });
    const other = newAddress();
    await suppressAddress(service().deps, operator, { address: other });
    await report(2, { email: other });
    // As an older version beside it stores what somebody typed.
    await sql`update reports set email = upper(email)`.execute(db());
    await pass(2 * minutes);
    expect(mails).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  it('is mailed a code to say “never again” while sign-ups are closed, and gets no account by it', async () => {
    const closed = service().with({ settings: { signUps: [] } });
    const ask = async () => (await askForCodes(closed, email)).short;
    await ask();
    expect(await deliverAny(closed)).toBeUndefined();
    await report(0, { name: 'Quentin', email: email.toUpperCase() });
    await pass(36);
    await service().clock.advance('10 minutes');
    const otp = await ask();
    expect(await deliverAny(closed)).toBe(email);
    const { auth } = closed.as();
    const refused = 'UNAUTHORIZED CODE_INVALID';
    expect(await outcome(auth.verifyCode({ email, otp }))).toBe(refused);
    expect(await outcome(auth.refuseInvitation({ email, otp }))).toBe('done');
    expect(await outcome(auth.refuseInvitation({ email, otp }))).toBe(refused);
    expect(await kept()).toEqual([]);
    await ask();
    expect(await deliverAny(closed)).toBeUndefined();
  });

  it('is forgotten with the account of the address, and never joined to it', async () => {
    const person = await signIn(service(), email);
    await report(0, { name: 'Quentin', email });
    const { data } = await person.api.users.exportMe();
    expect(JSON.stringify(data)).not.toContain('Quentin');
    await leave(service(), person);
    expect(await kept()).toEqual([]);
    await pass(36);
    expect(mails).toEqual([]);
  });

  it('who left only a name is forgotten with the decision', async () => {
    await report(0, { name: 'Quentin' });
    expect(await kept()).toHaveLength(1);
    await decide('approve', 0);
    await pass(12 * minutes);
    expect(await kept()).toEqual([]);
    expect(mails).toEqual([]);
  });

  it('leaves no name with an account', async () => {
    const { profiles } = staff.api;
    const username = nameOf(ids[0] ?? '');
    await profiles.report({ username, reason: 'spam', name: 'Quentin', email });
    expect(await kept()).toEqual([]);
  });
});

describe('a mail about a decision is kept', () => {
  const deliveries = async () => {
    const { data } = await boss.api.moderation.users.inspect({ id: owner.id });
    return data.deliveries.filter(({ kind }) => kind === 'decision');
  };

  const mailbox = () => {
    const { settings, keys } = service().deps;
    return listMailbox({ orm: service().orm, keys, settings });
  };

  it('with what the provider said, then and later', async () => {
    await hide(staff);
    await pass(11 * minutes);
    expect(await deliveries()).toMatchObject([{ state: 'sent', messageId: '1' }]);
    await sql`update outbox set event = 'bounced', event_at = current_instant() where message_id = '1'`.execute(
      db(),
    );
    const { data } = await boss.api.moderation.mail.deliveries({ state: 'failed' });
    expect(data.deliveries).toMatchObject([{ kind: 'decision', address: owner.email }]);
  });

  it('with the refusal', async () => {
    delivery = { outcome: 'refused', reason: 'recipient_inactive' };
    await hide(staff);
    await pass(11 * minutes);
    expect(await deliveries()).toMatchObject([
      { state: 'refused', outcome: 'recipient_inactive', messageId: null },
    ]);
  });

  it('for the test mailbox, until the account is erased', async () => {
    await hide(staff);
    await pass(11 * minutes);
    const shown = await mailbox();
    expect(shown).toMatchObject([{ to: owner.email, text: mails[0]?.text }]);
    await leave(service(), owner);
    expect(await mailbox()).toEqual([]);
  });
});

describe('a person is not mailed', () => {
  it('whose 160 cards were hidden and restored within ten minutes', async () => {
    const many = await makeCards(service(), owner.id, 160);
    await toggle(service(), staff, 'hideMany', many);
    await service().clock.advance('9 minutes 59 seconds');
    await toggle(service(), staff, 'restoreMany', many);
    await pass(30 * minutes);
    expect(mails).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  it('whose address is suppressed', async () => {
    await suppressAddress(service().deps, operator, { address: owner.email });
    await hide(staff);
    await pass(11 * minutes);
    expect(mails).toEqual([]);
  });

  it('who has erased the account', async () => {
    await hide(staff);
    await leave(service(), owner);
    expect(await jobs()).toEqual([]);
    await pass(11 * minutes);
    expect(mails).toEqual([]);
  });

  it('while an act about them waits for an admin', async () => {
    await hide(staff);
    await spend(service(), staff, 1_000);
    expect(await outcome(hide(staff, 1))).toBe('FORBIDDEN WAITS_FOR_ADMIN');
    await pass(30 * minutes);
    expect(mails).toEqual([]);
    await sql`
      update waiting_acts set state = 'stopped', decided_at = current_instant()
    `.execute(db());
    // A preview changes nothing, so it holds no mail.
    const profiles = { text: `owner:${owner.email}` };
    await boss.api.moderation.acts.preview({ kind: 'restore', profiles });
    await pass(11 * minutes);
    expect(mails).toHaveLength(1);
  });

  it('for a day at most, if no admin decides about the act', async () => {
    await hide(staff);
    await spend(service(), staff, 1_000);
    expect(await outcome(hide(staff, 1))).toBe('FORBIDDEN WAITS_FOR_ADMIN');
    await nextDay();
    await pass(11 * minutes);
    expect(mails).toHaveLength(1);
  });
});

describe('somebody whose account is suspended', () => {
  it('gets a mail, with the way to ask for another look', async () => {
    await suspend(owner);
    await pass(11 * minutes);
    const [mail] = mails;
    expect(mail?.subject).toBe('Namecard: Your account is suspended');
    expect(mail?.text).toContain('Your account is suspended: harassment.');
    expect(mail?.text).toContain('with this address and read why');
    expect(mail?.text).not.toContain('Stop it');
  });

  it('is mailed that their data was saved, once and within minutes', async () => {
    await suspend(owner);
    await pass(11 * minutes);
    const { short } = await askForCodes(service(), owner.email);
    const { email } = owner;
    const refused = service().as().auth.verifyCode({ email, otp: short });
    const { ticket = '' } = await errorOf(refused);
    await service().as().users.exportSuspended({ email, ticket });
    await emptyOutbox(service());
    await pass(11 * minutes);
    expect(mails.map(({ to, subject }) => [to, subject]).slice(1)).toEqual([
      [email, 'Namecard: Your data was saved as a file'],
    ]);
    await nextDay();
    await pass(36);
    expect(mails).toHaveLength(2);
  });

  it('is not mailed if the suspension ended within ten minutes', async () => {
    await suspend(owner);
    await boss.api.moderation.users.unsuspend({ id: owner.id });
    await pass(11 * minutes);
    expect(mails).toEqual([]);
  });
});

it('somebody whose role was taken or lowered by another is mailed, if it still is', async () => {
  const [lowered, newcomer, restored, third, configured] = [
    await admin(service()),
    await signIn(service()),
    await moderator(service()),
    await moderator(service()),
    await signIn(service(), 'admin@example.com'),
  ];
  await sql`update users set role = 'moderator' where id = ${configured.id}`.execute(
    db(),
  );
  await emptyOutbox(service());
  const { changeRole } = boss.api.moderation.users;
  await changeRole({ id: staff.id, from: 'moderator', to: 'user' });
  await changeRole({ id: lowered.id, from: 'admin', to: 'moderator' });
  await changeRole({ id: owner.id, from: 'user', to: 'moderator' });
  const mistaken = { id: newcomer.id, from: 'user', to: 'moderator' } as const;
  for (const change of [
    mistaken,
    { id: restored.id, from: 'moderator', to: 'user' } as const,
  ]) {
    const { data } = await changeRole(change);
    await boss.api.moderation.undo({ action: data.action });
  }
  await changeRole({ id: third.id, from: 'moderator', to: 'admin' });
  const own = { id: third.id, from: 'admin', to: 'user' } as const;
  await third.api.moderation.users.changeRole(own);
  const still = { id: configured.id, from: 'moderator', to: 'user' } as const;
  await changeRoleOf(service().deps, operator, still);
  await pass(11 * minutes);
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [lowered.email, staff.email].toSorted(),
  );
  expect(mails[0]?.subject).toBe('Namecard: Your role has changed');
  expect(mails[0]?.text).toMatch(/^You have a lower role [^]*ask an admin\.\n$/);
});

describe('a mail', () => {
  it('leaves once no sign-in mail is due', async () => {
    await hide(staff);
    await service().clock.advance('10 minutes');
    await service().as().auth.sendCode({ email: boss.email });
    await work();
    await pass(90);
    expect(mails).toEqual([]);
    await emptyOutbox(service());
    await pass(18);
    expect(mails).toHaveLength(1);
  });

  it('waits for no sign-in mail that did not leave', async () => {
    await hide(staff);
    await service().clock.advance('10 minutes');
    await service().as().auth.sendCode({ email: newAddress() });
    const all = { orm: service().orm, ...service().deps };
    const claimed = await claimNext(all, { most: 1, repeats: 0 });
    const failed = { outcome: 'retry', reason: 'provider_failed' } as const;
    for (const mail of claimed.mails) await recordDelivery(service(), mail, failed);
    await service().clock.advance('1 minute');
    await work();
    expect([claimed.mails.length, mails.length]).toEqual([1, 1]);
  });

  it('that the provider did not take leaves five minutes later; a refused one does not', async () => {
    delivery = { outcome: 'retry', reason: 'timed_out' };
    await hide(staff);
    await pass(11 * minutes);
    expect(mails).toHaveLength(1);
    delivery = { outcome: 'refused', reason: 'recipient_inactive' };
    await pass(6 * minutes);
    expect(mails).toHaveLength(2);
    await pass(60 * minutes);
    expect(mails).toHaveLength(2);
  });

  it('that does not leave is tried less and less often', async () => {
    await sql`delete from reports`.execute(db());
    delivery = { outcome: 'retry', reason: 'provider_failed' };
    const email = newAddress();
    await hide(staff);
    const report = { username: nameOf(ids[1] ?? ''), reason: 'spam', email } as const;
    await service().as().profiles.report(report);
    const tries = (to: string) => mails.filter((mail) => mail.to === to).length;
    const passHours = async (hours: number) => {
      await service().clock.advance(`${hours} hours`);
      await work();
      await pass(18);
    };
    for (let hour = 0; hour < 24; hour += 1) await passHours(1);
    const before = [tries(owner.email), tries(email)];
    expect(Math.max(...before)).toBeLessThan(11);
    delivery = { outcome: 'sent', messageId: '2' };
    await passHours(13);
    expect([tries(owner.email), tries(email)]).toEqual(before.map((count) => count + 1));
  });

  it('that the provider may refuse to everybody is tried once more, a day later', async () => {
    delivery = { outcome: 'refused', reason: 'message_rejected' };
    await hide(staff);
    await pass(11 * minutes);
    await pass(60 * minutes);
    expect(mails).toHaveLength(1);
    for (const tries of [2, 2]) {
      await service().clock.advance('1 day');
      await pass(18);
      expect(mails).toHaveLength(tries);
    }
  });

  /** The mail about a card is the third to be refused, so all mail is held. */
  async function holdMail() {
    const members = ['one@one.example', 'two@two.example'];
    for (const email of members) await signIn(service(), email);
    await emptyOutbox(service());
    delivery = { outcome: 'refused', reason: 'message_rejected' };
    await hide(staff);
    await service().clock.advance('10 minutes');
    for (const email of members) await service().as().auth.sendCode({ email });
    const claimed = await claimNext(
      { orm: service().orm, ...service().deps },
      { most: 2, repeats: 0 },
    );
    for (const mail of claimed.mails) await recordDelivery(service(), mail, delivery);
    await work();
    const rows = await Promise.all(members.map((email) => mailsTo(service(), email)));
    expect(rows.flat().map(({ state }) => state)).toEqual(['queued', 'queued']);
  }

  it('that is the third to be refused holds mail, and leaves when the provider takes mail', async () => {
    await holdMail();
    delivery = { outcome: 'sent', messageId: '2' };
    await pass(6 * minutes);
    expect(mails).toHaveLength(1);
    await emptyOutbox(service());
    await pass(18);
    expect(mails).toHaveLength(2);
  });

  it('that was held has its second try, however long the provider refuses', async () => {
    await holdMail();
    await emptyOutbox(service());
    await pass(6 * minutes);
    expect(mails).toHaveLength(2);
    await service().clock.advance('1 day');
    await pass(18);
    expect(mails).toHaveLength(3);
  });

  it('is one of 20 in six minutes, so of 200 in an hour, over all instances', async () => {
    await sql`
      with people as (
        insert into users (id, email, email_key, profile_count)
        select gen_random_uuid(), 'p' || n || '@example.com', 'p' || n || '@example.com', 1 from generate_series(1, 22) n
        returning id
      )
      insert into jobs (kind, key, run_at) select 'decision', id, current_instant() from people
    `.execute(db());
    await sql`
      update users set suspended_at = current_instant() where id in (select key::uuid from jobs where kind = 'decision')
    `.execute(db());
    await sql`
      with acted as (
        insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
        values (gen_random_uuid(), 'user.suspended', 'operator', '', '', '', 22, 22) returning id
      )
      insert into audit_events (id, action_id, type, user_id, before, after)
      select gen_random_uuid(), acted.id, 'user.suspended', key::uuid, '{}', '{}' from acted, jobs where kind = 'decision'
    `.execute(db());
    await service().clock.advance('10 minutes');
    for (let passed = 0; passed < 360; passed += 18) {
      await (passed % 90 === 0 ? raceTogether(10, async () => work()) : work());
      await service().clock.advance('18 seconds');
    }
    expect(mails).toHaveLength(20);
    expect(new Set(mails.map(({ to }) => to)).size).toBe(20);
  });

  it('is not lost if its job ends while a card is being hidden', async () => {
    await hide(staff);
    await restore(staff);
    await service().clock.advance('10 minutes');
    const why = { reason: 'spam', note: null, privateNote: null } as const;
    // Starts outside of the transaction. Otherwise its statements would join it.
    const { promise: isHidden, resolve: noteHidden } = Promise.withResolvers<void>();
    const working = isHidden.then(async () => work());
    await inTransaction(service().deps, async (inner) => {
      await hideProfile(inner, operator, { username: nameOf(ids[1] ?? ''), ...why });
      noteHidden();
      await sleep(300);
    });
    await working;
    await pass(21 * minutes);
    expect(mails).toHaveLength(1);
  });
});
