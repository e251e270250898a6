import { randomUUID } from 'node:crypto';
import { statements, User } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import type { Message } from '@namecard/email';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { operator } from '../access/caller.ts';
import { countDeadlocks } from '../testing/deadlocks.ts';
import { askForCodes, codesOf } from '../testing/codes.ts';
import { deliverAny, emptyOutbox } from '../testing/mail.ts';
import { endingsOf, errorOf, outcome } from '../testing/outcome.ts';
import {
  admin,
  newAddress,
  type Person,
  program,
  signIn,
  leave,
} from '../testing/people.ts';
import { moveAccount } from '../testing/moves.ts';
import { mailsTo, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { recordWebhook } from '../mail/record-webhook.ts';
import { suppressAddress } from '../moderation/mail/suppress-and-clear.ts';
import { eraseAddress, eraseOther } from '../moderation/users/erase-and-export.ts';
import { invite } from './invite.ts';
import { type InvitationMailDeps, mailNextInvitation } from './mail-invitations.ts';

const open = useService();
const closed = () => open().with({ settings: { signUps: [] } });

let boss: Person;

beforeAll(async () => {
  boss = await admin(open());
});

beforeEach(async () => {
  await open().clock.advance('25 hours');
  boss = await signIn(open(), boss.email);
  await emptyOutbox(open());
});

type Given = Parameters<typeof boss.api.moderation.invitations.invite>[0];

const linesOf = (...emails: string[]) => emails.map((email) => ({ email }));

const inviting = (emails: string[], more: Partial<Given> = {}, api = boss.api) =>
  api.moderation.invitations.invite({
    action: randomUUID(),
    lines: linesOf(...emails),
    ...more,
  });

/** So many new addresses. */
const many = (count: number) => Array.from({ length: count }, newAddress);

const statesOf = async (...given: Parameters<typeof inviting>) =>
  (await inviting(...given)).data.lines.map(({ state }) => state);

async function verify(email: string, on = closed()) {
  const { short } = await codesOf(open(), email);
  return outcome(on.as().auth.verifyCode({ email, otp: short }));
}

const listed = async (address: string) =>
  (await boss.api.moderation.invitations.list({ address })).data.invitations[0];

const needed = 'FORBIDDEN CODE_REQUIRED';
const invalid = 'UNAUTHORIZED CODE_INVALID';

describe('an invited address', () => {
  it('signs up while sign-ups are closed, and is then listed as joined', async () => {
    const [email, stranger] = [newAddress(), newAddress()];
    await inviting([`Ann Müller <${email.toUpperCase()}>`]);
    for (const one of [email, stranger]) await askForCodes(closed(), one);
    expect(await deliverAny(closed())).toBe(email);
    expect(await deliverAny(closed())).toBeUndefined();
    expect(await verify(stranger)).toBe(invalid);
    expect((await listed(email))?.state).toBe('waiting');
    expect(await verify(email)).toBe('done');
    expect((await listed(email))?.state).toBe('joined');
  });

  it('gets the answers and the mail that a member gets, and its asker pays alike', async () => {
    const [email, stranger] = [newAddress(), newAddress()];
    const { email: member } = await signIn(open());
    await inviting([email]);
    await emptyOutbox(open());
    const send = (one: string) => closed().as().auth.sendCode({ email: one });
    expect(await send(email)).toEqual(await send(stranger));
    await send(member);
    const [invitedMail] = await mailsTo(open(), email);
    const [memberMail] = await mailsTo(open(), member);
    expect(invitedMail).toMatchObject({ held: false, state: 'queued' });
    expect(memberMail).toMatchObject({ held: false, state: 'queued' });
    expect(await mailsTo(open(), stranger)).toMatchObject([{ held: true }]);
    const turns = (await rowsOf(open(), 'mail_turns')).join();
    for (const one of [email, stranger, member]) expect(turns).toContain(one);
    const guess = (one: string) =>
      errorOf(closed().as().auth.verifyCode({ email: one, otp: '0123-4567-89ABC' }));
    expect((await guess(email)).message).toBe((await guess(stranger)).message);
  });

  it('that a member moves to is listed as joined, and gets no reminder', async () => {
    const email = newAddress();
    await inviting([email]);
    expect((await mailed()).map(({ to }) => to)).toContain(email);
    await moveAccount(open(), await signIn(open()), email);
    expect((await listed(email))?.state).toBe('joined');
    await open().clock.advance('7 days');
    expect((await mailed()).map(({ to }) => to)).not.toContain(email);
  });

  it('may not sign up after 90 days, and is forgotten', async () => {
    const email = newAddress();
    await inviting([email]);
    await open().clock.advance('90 days');
    boss = await signIn(open(), boss.email);
    await askForCodes(closed(), email);
    expect(await verify(email)).toBe(invalid);
    expect(await listed(email)).toBeUndefined();
  });

  it('is erased with its account, and in its export', async () => {
    const email = newAddress();
    await inviting([email]);
    const ann = await signIn(closed(), email);
    const exported = await ann.api.users.exportMe();
    expect(JSON.stringify(exported)).toContain('"invitations"');
    await leave(closed(), ann);
    expect((await rowsOf(open(), 'invitations')).join()).not.toContain(email);
  });
});

describe('inviting', () => {
  it('tells of each line, the same in a dry run, and does nothing twice', async () => {
    const [fresh, again] = [newAddress(), newAddress()];
    const { email: member } = await signIn(open());
    const gone = await signIn(open());
    await boss.api.moderation.users.suspend({ id: gone.id, reason: 'spam' });
    await inviting([again]);
    const lines = [fresh, fresh.toUpperCase(), again, member, gone.email, 'ann@'];
    const told = ['accepted', 'repeated', 'invited', 'member', 'suspended', 'invalid'];
    expect(await statesOf(lines, { dryRun: true })).toEqual(told);
    expect(await listed(fresh)).toBeUndefined();
    expect(await statesOf(lines)).toEqual(told);
    expect(await statesOf([fresh])).toEqual(['invited']);
  });

  it('is for admins and keys with the scope, and tells a key nothing of the address', async () => {
    const { email: member, api } = await signIn(open());
    const key = await program(open(), boss, 'users:invite');
    const other = await program(open(), boss, 'users:write');
    expect(await outcome(inviting([newAddress()], {}, api))).toBe(
      'FORBIDDEN ROLE_MISSING',
    );
    expect(await outcome(inviting([newAddress()], {}, other.api))).toBe(
      'FORBIDDEN SCOPE_MISSING',
    );
    const lines = [member, member, newAddress(), 'ann'];
    const told = ['accepted', 'repeated', 'accepted', 'invalid'];
    expect(await statesOf(lines, { dryRun: true }, key.api)).toEqual(told);
    const action = randomUUID();
    const { data } = await inviting(lines, { action, total: 3 }, key.api);
    expect((await inviting(lines, { action, total: 3 }, key.api)).data).toEqual(data);
    await inviting([newAddress()], { action, total: 3 }, key.api);
    expect(data.lines.map(({ state }) => state)).toEqual(told);
    expect(data).toMatchObject({ action: null, accepted: 2 });
  });

  it('takes a code for more than 100 people in a day, which serves for the whole action', async () => {
    const raw = open().as(boss.token);
    expect(await outcome(inviting(many(100), {}, raw))).toBe('done');
    const one = newAddress();
    expect(await outcome(inviting([one], {}, raw))).toBe(needed);
    expect(await listed(one)).toBeUndefined();
    const action = randomUUID();
    await inviting(many(1), { action, total: 3 });
    expect(await outcome(inviting(many(1), { action, total: 3 }, raw))).toBe('done');
    expect(await outcome(inviting(many(1), { action, total: 4 }, raw))).toBe(needed);
    expect(await outcome(inviting(many(2), { action, total: 3 }, raw))).toBe(
      'BAD_REQUEST INPUT_INVALID',
    );
    expect(await outcome(inviting([one], {}, raw))).toBe(needed);
  });

  it('refuses thirty at once beyond the 100', async () => {
    const raw = open().as(boss.token);
    const results = await raceTogether(30, () => inviting(many(10), {}, raw));
    expect(endingsOf(results)['done']).toBe(10);
  });

  it('is over for a day after 2,000 people, except for an operator', async () => {
    const key = await program(open(), boss, 'users:invite');
    for (let calls = 0; calls < 9; calls += 1) await inviting(many(200), {}, key.api);
    const [last, action] = [many(200), randomUUID()];
    const repeated = () => outcome(inviting(last, { action }, key.api));
    expect([await repeated(), await repeated()]).toEqual(['done', 'done']);
    const next = () => inviting(many(1), {}, key.api);
    expect(await outcome(next())).toBe('TOO_MANY_REQUESTS INVITATION_LIMIT');
    expect(await outcome(inviting([boss.email], {}, key.api))).toBe(
      'TOO_MANY_REQUESTS INVITATION_LIMIT',
    );
    const given = { action: randomUUID(), lines: linesOf(newAddress()), dryRun: false };
    const { data } = await invite(open().deps, operator, given);
    expect(data.accepted).toBe(1);
    await open().clock.advance('24 hours');
    expect(await outcome(next())).toBe('done');
  });

  it('refuses the action of somebody else', async () => {
    const colleague = await admin(open());
    const action = randomUUID();
    await inviting([newAddress()], { action, total: 9 });
    expect(
      await outcome(inviting([newAddress()], { action, total: 9 }, colleague.api)),
    ).toBe('BAD_REQUEST INPUT_INVALID');
  });
});

/** Erases the account of an address, if there is one. */
async function eraseAccount(email: string): Promise<void> {
  const user = await open().orm.em.fork().findOne(User, { email });
  if (user) {
    await eraseOther(open().deps, operator, { id: user.id, reason: 'requested' });
  }
}

describe('withdrawing', () => {
  it('stops a code that waits and one that was mailed, and keeps who has joined', async () => {
    const [waiting, asked, joined] = [newAddress(), newAddress(), newAddress()];
    const emails = [waiting, asked, joined];
    await inviting(emails);
    await signIn(closed(), joined);
    await askForCodes(closed(), asked);
    await deliverAny(closed());
    await askForCodes(closed(), waiting);
    const by = closed().as(boss.token).moderation.invitations;
    expect((await by.withdraw({ emails })).data.withdrawn).toBe(2);
    expect(await deliverAny(closed())).toBeUndefined();
    expect(await verify(asked)).toBe(invalid);
    expect(await outcome(signIn(closed(), joined))).toBe('done');
    expect((await listed(waiting))?.state).toBe('withdrawn');
  });

  it('is what the undo of a list does, whole and once', async () => {
    const action = randomUUID();
    const [first, second, joined] = [newAddress(), newAddress(), newAddress()];
    await inviting([first], { action, total: 3 });
    await inviting([joined], { action, total: 3 });
    await inviting([second], { action, total: 3 });
    await signIn(closed(), joined);
    const { data } = await boss.api.moderation.undo({ action });
    expect(data.results.map((one) => one.outcome)).toEqual(['done', 'done']);
    const states = await Promise.all([first, second, joined].map(listed));
    expect(states.map((one) => one?.state)).toEqual(['withdrawn', 'withdrawn', 'joined']);
    const again = await boss.api.moderation.undo({ action });
    expect(again.data.action).toBeNull();
  });

  it('has one consistent end among thirty that invite, withdraw, sign up and erase', async () => {
    const deadlocks = await countDeadlocks(open());
    for (let round = 0; round < 3; round += 1) {
      const email = newAddress();
      await inviting([email]);
      const { short } = await askForCodes(closed(), email);
      const acts = [
        () => inviting([email]),
        () => boss.api.moderation.invitations.withdraw({ emails: [email] }),
        () => closed().as().auth.verifyCode({ email, otp: short }),
        () =>
          eraseAddress(open().deps, operator, { address: email, reason: 'requested' }),
        () => eraseAccount(email),
      ];
      const results = await raceTogether(30, async (index) => acts[index % 5]?.());
      const expected = ['done', invalid, 'NOT_FOUND USER_NOT_FOUND'];
      expect(expected).toEqual(expect.arrayContaining(Object.keys(endingsOf(results))));
      const users = (await rowsOf(open(), 'users')).filter((row) => row.includes(email));
      const state = (await listed(email))?.state;
      const ends = ['1 joined', '0 waiting', '0 withdrawn', '0 undefined'];
      expect(ends).toContain(`${users.length} ${state}`);
    }
    expect(await countDeadlocks(open())).toBe(deadlocks);
  });
});

type Answer = Awaited<ReturnType<InvitationMailDeps['mailer']['deliver']>>;

/** Delivers the mails that are due, and returns them. */
async function mailed(
  answer: Answer | (() => Promise<Answer>) = {
    outcome: 'sent',
    messageId: 'kept in the test',
  },
): Promise<Message[]> {
  const mails: Message[] = [];
  const deliver = async (message: Message) => {
    mails.push(message);
    return typeof answer === 'function' ? answer() : answer;
  };
  const { orm, deps } = open();
  while (await mailNextInvitation({ ...deps, orm, mailer: { deliver } }));
  return mails;
}

describe('the mail of an invitation', () => {
  beforeEach(() => sql`truncate invitations`.execute(statements(open().orm.em.fork())));

  it('leaves once, with one reminder after seven days, in the language of the line', async () => {
    const [email, joined, withdrawn] = [newAddress(), newAddress(), newAddress()];
    await inviting([joined, withdrawn]);
    await inviting([], { lines: [{ email, language: 'de' }] });
    const first = await mailed();
    expect(first.map(({ to }) => to).toSorted()).toEqual(
      [email, joined, withdrawn].toSorted(),
    );
    const mail = first.find(({ to }) => to === email);
    expect(mail?.subject).toBe('Namecard: Deine Einladung');
    expect(mail?.html.split('Namecard')).toHaveLength(2);
    expect(mail?.text).toContain(open().deps.settings.issuer);
    expect(mail?.text).not.toMatch(/\d{6}|[?#]\w/);
    expect((await listed(email))?.state).toBe('mailed');
    await signIn(open(), joined);
    await boss.api.moderation.invitations.withdraw({ emails: [withdrawn] });
    expect(await mailed()).toEqual([]);
    await open().clock.advance('7 days');
    expect((await mailed()).map(({ to }) => to)).toEqual([email]);
    await open().clock.advance('30 days');
    expect(await mailed()).toEqual([]);
  });

  it('leaves again once if an admin asks, and never a fourth time', async () => {
    const emails = [newAddress()];
    const again = async () =>
      (await boss.api.moderation.invitations.mailAgain({ emails })).data.mails;
    await inviting(emails);
    expect(await again()).toBe(0);
    expect(await mailed()).toHaveLength(1);
    expect([await again(), await again()]).toEqual([1, 0]);
    expect(await mailed()).toHaveLength(1);
    await open().clock.advance('7 days');
    boss = await signIn(open(), boss.email);
    expect(await mailed()).toHaveLength(1);
    await boss.api.moderation.invitations.withdraw({ emails });
    expect(await statesOf(emails)).toEqual(['accepted']);
    expect(await mailed()).toEqual([]);
    expect((await listed(emails[0] ?? ''))?.state).toBe('refused');
    expect(await outcome(signIn(closed(), emails[0]))).toBe('done');
  });

  it('that reminds leaves out who has had three mails, and keeps invitation and draft', async () => {
    const email = newAddress();
    await inviting([], { lines: [{ email, draft: { name: 'Ann' } }] });
    expect(await mailed()).toHaveLength(1);
    await sql`update never_again set mails = 3`.execute(statements(open().orm.em.fork()));
    await open().clock.advance('7 days');
    expect(await mailed()).toEqual([]);
    boss = await signIn(open(), boss.email);
    expect((await listed(email))?.state).toBe('mailed');
    const { data } = await (await signIn(closed(), email)).api.users.invitation();
    expect(data.invitation).toMatchObject({ name: 'Ann' });
  });

  it('that the provider may have is counted, and sent again only a day later', async () => {
    const email = newAddress();
    await inviting([email]);
    const unanswered = { outcome: 'retry', reason: 'unanswered' } as const;
    const days: number[] = [];
    for (let day = 0; day < 5; day += 1) {
      days.push((await mailed(unanswered)).length);
      await open().clock.advance('1 hour');
      expect(await mailed(unanswered)).toEqual([]);
      await open().clock.advance('23 hours');
    }
    expect(days).toEqual([1, 1, 1, 0, 0]);
    boss = await signIn(open(), boss.email);
    expect((await listed(email))?.state).toBe('refused');
  });

  it.each([
    ['that was not sent yet', async () => {}],
    [
      'that an admin asks for again',
      async (email: string) => {
        expect(await mailed()).toHaveLength(1);
        await boss.api.moderation.invitations.mailAgain({ emails: [email] });
      },
    ],
  ])(
    '%s is tried again if it was deferred, less and less often, and not if it was refused',
    async (_, begin) => {
      const email = newAddress();
      const deferred = { outcome: 'retry', reason: 'connection_failed' } as const;
      await inviting([email]);
      await begin(email);
      const tries: number[] = [];
      for (const minutes of [5, 60, 30, 10]) {
        tries.push((await mailed(deferred)).length);
        await open().clock.advance(`${minutes} minutes`);
      }
      expect(tries).toEqual([1, 1, 1, 0]);
      const refused = { outcome: 'refused', reason: 'recipient_inactive' } as const;
      expect(await mailed(refused)).toHaveLength(1);
      boss = await signIn(open(), boss.email);
      expect((await listed(email))?.state).toBe('refused');
      await open().clock.advance('7 days');
      expect(await mailed()).toEqual([]);
    },
  );

  it('that is refused while its recipient joins leaves the draft', async () => {
    const email = newAddress();
    await inviting([], { lines: [{ email, draft: { name: 'Ann' } }] });
    await mailed(async () => {
      await signIn(closed(), email);
      return { outcome: 'refused', reason: 'message_rejected' };
    });
    const { data } = await (await signIn(closed(), email)).api.users.invitation();
    expect(data.invitation).toMatchObject({ name: 'Ann' });
  });
});

describe('the report of the provider', () => {
  beforeEach(() => sql`truncate invitations`.execute(statements(open().orm.em.fork())));

  const report = (record: object) =>
    recordWebhook(
      { orm: open().orm, telemetry: open().deps.telemetry },
      { MessageID: 'kept-in-the-test', ...record },
    );
  const sent = () => mailed({ outcome: 'sent', messageId: 'kept-in-the-test' });
  const again = async (email: string) =>
    (await boss.api.moderation.invitations.mailAgain({ emails: [email] })).data.mails;

  async function mailOne(): Promise<string> {
    const email = newAddress();
    await inviting([], { lines: [{ email, draft: { name: 'Ann' } }] });
    await sent();
    return email;
  }

  it('of a full mailbox ends nothing: the reminder leaves, and the last mail tells the state', async () => {
    const email = await mailOne();
    await report({ RecordType: 'Bounce', Inactive: false });
    expect((await listed(email))?.state).toBe('refused');
    await open().clock.advance('7 days');
    expect(await mailed()).toHaveLength(1);
    boss = await signIn(open(), boss.email);
    expect((await listed(email))?.state).toBe('mailed');
    expect((await rowsOf(open(), 'invitations')).join()).toContain('Ann');
    expect(await again(email)).toBe(1);
    expect(await mailed()).toHaveLength(1);
  });

  it('is over once the provider takes another mail: the address can be invited', async () => {
    const email = await mailOne();
    await report({ RecordType: 'Bounce', Inactive: true });
    await boss.api.moderation.invitations.withdraw({ emails: [email] });
    expect(await statesOf([email])).toEqual(['suppressed']);
    await open().clock.advance('1 minute');
    await askForCodes(open(), email);
    expect(await deliverAny(open())).toBe(email);
    expect(await statesOf([email])).toEqual(['accepted']);
  });

  it('is forgotten if the address is invited again', async () => {
    const email = await mailOne();
    await report({ RecordType: 'Bounce', Inactive: false });
    await boss.api.moderation.invitations.withdraw({ emails: [email] });
    await open().clock.advance('1 minute');
    await inviting([email]);
    expect((await listed(email))?.state).toBe('waiting');
  });

  it.each([
    ['a mailbox that is gone', { RecordType: 'Bounce', Inactive: true }],
    ['a complaint', { RecordType: 'SpamComplaint' }],
  ])('of %s ends it, and it is not mailed again', async (_, record) => {
    const email = await mailOne();
    await report(record);
    expect(await again(email)).toBe(0);
    await open().clock.advance('7 days');
    expect(await mailed()).toEqual([]);
    boss = await signIn(open(), boss.email);
    expect(await again(email)).toBe(0);
    expect((await listed(email))?.state).toBe('refused');
    expect((await rowsOf(open(), 'invitations')).join()).not.toContain('Ann');
  });
});

describe('“Not me, never again”', () => {
  const refuse = (email: string, otp: string) =>
    closed().as().auth.refuseInvitation({ email, otp });

  it('forgets the invitation and refuses later ones, without an account', async () => {
    const email = newAddress();
    await inviting([email]);
    const { short } = await askForCodes(closed(), email);
    expect(await outcome(refuse(email, '0123-4567-89ABC'))).toBe(invalid);
    const results = await raceTogether(30, () => refuse(email, short));
    expect(endingsOf(results)).toEqual({ done: 1, [invalid]: 29 });
    expect(await listed(email)).toBeUndefined();
    expect(await statesOf([email])).toEqual(['refused']);
    expect((await rowsOf(open(), 'users')).join()).not.toContain(email);
    await open().clock.advance('731 days');
    boss = await signIn(open(), boss.email);
    expect(await statesOf([email])).toEqual(['accepted']);
  });

  it('is taken back by an admin whom its owner asks, in the history', async () => {
    const email = newAddress();
    await inviting([email]);
    await refuse(email, (await askForCodes(closed(), email)).short);
    const { mail } = boss.api.moderation;
    const isRefused = async () => (await mail.inspect({ address: email })).data.isRefused;
    expect(await isRefused()).toBe(true);
    await suppressAddress(open().deps, operator, { address: email });
    await mail.clearSuppression({ address: email });
    expect(await isRefused()).toBe(true);
    await mail.clearSuppression({ address: email, refusal: true });
    expect(await isRefused()).toBe(false);
    expect(await statesOf([email])).toEqual(['accepted']);
    const { events } = (await boss.api.audit.list({ type: 'address.cleared' })).data;
    expect(events[0]).toMatchObject({
      actor: { id: boss.id },
      before: { refusal: true },
      after: { refusal: false },
    });
  });
});

describe('a card that is prepared', () => {
  const draft = {
    username: 'ann',
    name: 'Ann Müller',
    about: 'Hello',
    x: 'https://x.com/ann',
  };
  const prepare = (email: string, more: Partial<Given> = {}, given = draft) =>
    boss.api.moderation.invitations.invite({
      action: randomUUID(),
      lines: [{ email, draft: given }],
      ...more,
    });
  const drafted = async ({ api }: Person) =>
    (await api.users.invitation()).data.invitation;

  it('is read by its owner alone, and says if its username can be used', async () => {
    const [email] = many(1);
    for (const [username, state] of [
      ['free-name', 'free'],
      ['admin', 'reserved'],
      ['a b', 'invalid'],
    ] as const) {
      const { lines } = (
        await prepare(email ?? '', { dryRun: true }, { ...draft, username })
      ).data;
      expect(lines).toMatchObject([{ state: 'accepted', username: state }]);
    }
    await prepare(email ?? '');
    const ann = await signIn(closed(), email);
    const { username, name, about, x } = draft;
    const read = { username, name, about, socials: { x }, preparedBy: null };
    expect(await drafted(ann)).toEqual(read);
    expect(await drafted(boss)).toBeNull();
    await ann.api.profiles.create({ username, referral: '' });
    const again = (await prepare(newAddress(), { dryRun: true })).data.lines;
    expect(again).toMatchObject([{ username: 'taken' }]);
    const exported = JSON.stringify((await ann.api.users.exportMe()).data);
    expect(exported).toContain('Ann Müller');
  });

  it('follows its owner to another address: who gets the mailbox reads none', async () => {
    const [email = ''] = many(1);
    await prepare(email);
    const ann = await signIn(closed(), email);
    await open().clock.advance('1 minute');
    const { undo } = await moveAccount(open(), ann);
    await open().as().auth.undoMove({ email, otp: undo });
    const again = await signIn(open(), email);
    expect(await drafted(again)).toMatchObject({ username: 'ann' });
    await open().clock.advance('1 minute');
    const { email: home } = await moveAccount(open(), again);
    expect(await drafted(again)).toMatchObject({ username: 'ann' });
    await open().clock.advance('14 days');
    const bob = await signIn(open(), email);
    expect(bob.id).not.toBe(ann.id);
    const expectNothing = async () => {
      expect(await drafted(bob)).toBeNull();
      const { records } = (await bob.api.users.exportMe()).data;
      expect(records['invitations']).toEqual([]);
      expect(records['outbox']).toHaveLength(1);
    };
    await expectNothing();
    await leave(open(), await signIn(open(), home));
    await expectNothing();
  });

  it('is erased when it is declined, withdrawn or the account goes, and the history tells the admins', async () => {
    const [one = '', two = '', three = ''] = many(3);
    for (const email of [one, two, three])
      await prepare(email, {}, { ...draft, name: 'Unlikely Name' });
    const ann = await signIn(closed(), one);
    await ann.api.users.declineInvitation();
    await ann.api.users.declineInvitation();
    expect(await drafted(ann)).toBeNull();
    expect(await listed(one)).toBeUndefined();
    const { events } = (await boss.api.audit.list({ type: 'user.uninvited' })).data;
    expect(events.filter(({ actor }) => actor?.email === one)).toHaveLength(1);
    await boss.api.moderation.invitations.withdraw({ emails: [two] });
    const bob = await signIn(closed(), three);
    await leave(closed(), bob);
    expect((await rowsOf(open(), 'invitations')).join()).not.toContain('Unlikely Name');
  });
});
