import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { withhold } from '../mail/delivery.ts';
import { codesOf } from '../testing/codes.ts';
import { deliverAny, emptyOutbox } from '../testing/mail.ts';
import { errorOf, outcome } from '../testing/outcome.ts';
import { admin, newAddress, signIn } from '../testing/people.ts';
import { mailsTo, rowsOf } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';

const open = useService();
const closed = () => open().with({ settings: { signUps: [] } });
const members = () => open().with({ settings: { signUps: ['members.example'] } });

const send = (email: string, by: TestService) => by.as().auth.sendCode({ email });

/** Delivers the waiting mail, and returns the recipients. The rest is withheld. */
async function mailed(by: TestService): Promise<string[]> {
  await withhold({ orm: by.orm, ...by.deps });
  const recipients: string[] = [];
  for (let next = await deliverAny(by); next !== undefined; next = await deliverAny(by)) {
    recipients.push(next);
  }
  return recipients.toSorted();
}

const isUser = async (email: string) =>
  (await rowsOf(open(), 'users')).some((row) => row.includes(`"${email}"`));

beforeEach(() => emptyOutbox(open()));

describe('while sign-ups are closed', () => {
  it('asking for a code and guessing one are answered alike for strangers, the invited and members', async () => {
    const { email: known } = await signIn(open());
    await emptyOutbox(open());
    const [stranger, invited] = [newAddress(), newAddress()];
    await sql`insert into invitations (email_key, email, event_id) values (${invited}, ${invited}, gen_random_uuid())`.execute(
      statements(open().orm.em.fork()),
    );
    const guess = (email: string) =>
      errorOf(closed().as().auth.verifyCode({ email, otp: '0123-4567-89ABC' }));
    for (const email of [stranger, known, invited]) {
      expect(await send(email, closed())).toEqual(await send(newAddress(), closed()));
      const { code, reason, message } = await guess(email);
      expect(await guess(newAddress())).toMatchObject({ code, reason, message });
      expect(await mailsTo(open(), email)).toMatchObject([
        { state: 'queued', outcome: null },
      ]);
      expect(await codesOf(open(), email)).toMatchObject({ short: expect.any(String) });
    }
  });

  it('a stranger gets no mail, which is recorded', async () => {
    const stranger = newAddress();
    await send(stranger, closed());
    // No worker claims it, even if it was not withheld yet.
    expect(await deliverAny(closed())).toBeUndefined();
    expect(await mailed(closed())).toEqual([]);
    expect(await mailsTo(open(), stranger)).toMatchObject([
      { state: 'refused', outcome: 'not_admitted', attempts: 0, held: false },
    ]);
  });

  it('a stranger who asks often adds no more rows than a mailed one', async () => {
    const stranger = newAddress();
    for (let asks = 0; asks < 5; asks += 1) {
      await send(stranger, closed());
      await mailed(closed());
    }
    expect(await mailsTo(open(), stranger)).toHaveLength(3);
  });

  it('people with an account and people in ADMIN_EMAILS are mailed', async () => {
    const { email: known } = await signIn(open());
    await emptyOutbox(open());
    for (const email of [known, 'Admin@Example.com', newAddress()])
      await send(email, closed());
    expect(await mailed(closed())).toEqual(['admin@example.com', known].toSorted());
  });

  it('codes create no account, but still sign members in', async () => {
    const stranger = newAddress();
    const { email: known } = await signIn(open());
    for (const email of [stranger, known]) await send(email, open());
    const verify = async (email: string, by: TestService) => {
      const { short } = await codesOf(open(), email);
      return outcome(by.as().auth.verifyCode({ email, otp: short }));
    };
    expect(await verify(stranger, closed())).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await isUser(stranger)).toBe(false);
    expect(await verify(known, closed())).toBe('done');
    expect(await verify(stranger, open())).toBe('done');
  });
});

describe('sign-ups of a mail domain', () => {
  it.each([
    ['ann@members.example', true],
    ['Bob@Members.EXAMPLE', true],
    ['ann@notmembers.example', false],
    ['ann@sub.members.example', false],
    ['members.example@example.com', false],
  ])('%s: %s', async (email, isAdmitted) => {
    await send(email, members());
    expect(await mailed(members())).toEqual(isAdmitted ? [email.toLowerCase()] : []);
  });
});

describe('an address that a mail server may read as another one', () => {
  const ambiguous = [
    '=?utf-8?q?x=40evil.example?=@members.example',
    'x=?us-ascii?b?eA==?=@members.example',
    'x%evil.example@members.example',
    'evil.example!x@members.example',
  ];

  it.each(ambiguous)(
    '%s gets the usual answer, no mail and no account',
    async (email) => {
      const plain = newAddress();
      expect(await send(email, open())).toEqual(await send(plain, open()));
      expect(await mailsTo(open(), email)).toMatchObject([
        { state: 'queued', outcome: null },
      ]);
      const { short } = await codesOf(open(), email);
      expect(await outcome(open().as().auth.verifyCode({ email, otp: short }))).toBe(
        'UNAUTHORIZED CODE_INVALID',
      );
      expect(await isUser(email)).toBe(false);
      expect(await mailed(open())).toEqual([plain]);
      expect(await mailsTo(open(), email)).toMatchObject([
        { state: 'refused', outcome: 'not_admitted' },
      ]);
    },
  );

  it.each(ambiguous)('%s is not admitted by its domain', async (email) => {
    await send(email, members());
    expect(await mailed(members())).toEqual([]);
  });

  it.each(ambiguous)('%s is no new address of an account either', async (email) => {
    const [ann, boss] = [await signIn(open()), await admin(open())];
    const start = ann.api.users.startMove({ email });
    expect(await outcome(start)).toBe('BAD_REQUEST INPUT_INVALID');
    const given = { id: ann.id, email, reason: 'Lost.' };
    const opening = boss.api.moderation.users.openMove(given);
    expect(await outcome(opening)).toBe('BAD_REQUEST INPUT_INVALID');
  });

  it('that has an account or is in ADMIN_EMAILS can still sign in', async () => {
    const listed = 'boss%old@members.example';
    const known = 'old!one@members.example';
    const by = open().with({ settings: { adminEmails: new Set([listed]) } });
    await signIn(by, listed);
    await signIn(open().with({ settings: { adminEmails: new Set([known]) } }), known);
    await emptyOutbox(open());
    await send(known, open());
    expect(await mailed(open())).toEqual([known]);
  });

  it.each(['a=b@members.example', 'a?b@members.example', 'a+b_c@members.example'])(
    'is not %s',
    async (email) => {
      await send(email, open());
      expect(await mailed(open())).toEqual([email]);
    },
  );
});
