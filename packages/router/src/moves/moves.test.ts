import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createKeyRing } from '../access/keys.ts';
import type { ClaimedJob } from '../jobs/jobs.sql.ts';
import { makeCards } from '../testing/cards.ts';
import { untilBlocked } from '../testing/blocked.ts';
import { askForCodes, wrongLong } from '../testing/codes.ts';
import { codeTo, mailMoves, moveAccount, openCase, startMove } from '../testing/moves.ts';
import { errorOf, outcome } from '../testing/outcome.ts';
import {
  admin,
  newAddress,
  type Person,
  signIn,
  leave,
  leaving,
  moderator,
} from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { listLetters } from './mail-letters.ts';
import { rekeyMoves } from './rekey.ts';
import { moving } from './start-moves.ts';

const service = useService();

const takesAll = {
  deliver: async () => ({ outcome: 'sent', messageId: '1' }) as const,
};

/** So no mail goes to people of other tests. */
beforeEach(() => sql`delete from users`.execute(statements(service().orm.em.fork())));

const reason = { reason: 'Left the company.' };
const moved = (person: Person, email?: string) => moveAccount(service(), person, email);

const undo = (email: string, otp: string) => service().as().auth.undoMove({ email, otp });

describe('an owner’s move', () => {
  it('takes the codes of both addresses, and the new one signs in to the same account', async () => {
    const ann = await signIn(service());
    const { email } = await moved(ann);
    const again = await signIn(service(), email);
    expect(again.id).toBe(ann.id);
    expect((await ann.api.users.me()).data.user).toMatchObject({ email });
  });

  it('refuses one code alone, twice the same, and another session’s', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    await ann.api.users.startMove({ email });
    const mails = await mailMoves(service());
    const [otp, newOtp] = [codeTo(mails, ann.email), codeTo(mails, email)];
    const other = await signIn(service(), ann.email);
    const tries = [
      () => ann.api.users.finishMove({ otp, newOtp: otp }),
      () => ann.api.users.finishMove({ otp: newOtp, newOtp: otp }),
      () => ann.api.users.finishMove({ otp, newOtp: wrongLong }),
      () => other.api.users.finishMove({ otp, newOtp }),
    ];
    for (const one of tries)
      expect(await outcome(one())).toBe('UNAUTHORIZED CODE_INVALID');
    await service().clock.advance('30 minutes');
    expect(await outcome(ann.api.users.finishMove({ otp, newOtp }))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
  });

  it('holds the old address: nobody signs up there until it can’t be taken back', async () => {
    const ann = await signIn(service());
    await moved(ann);
    const { long } = await askForCodes(service(), ann.email);
    const verify = (otp: string) =>
      service().as().auth.verifyCode({ email: ann.email, otp });
    expect(await outcome(verify(long))).toBe('FORBIDDEN ADDRESS_HELD');
    await service().clock.advance('14 days');
    const later = await askForCodes(service(), ann.email);
    const { data } = await verify(later.long);
    expect(data.user.id).not.toBe(ann.id);
  });

  it('lets the held address say “never again”, and keeps that the move can be taken back', async () => {
    const ann = await signIn(service());
    const { undo: otp } = await moved(ann);
    const { long } = await askForCodes(service(), ann.email);
    const refusal = { email: ann.email, otp: long };
    expect(await outcome(service().as().auth.refuseInvitation(refusal))).toBe('done');
    expect(await outcome(undo(ann.email, otp))).toBe('done');
  });

  it('refuses an address of another account only once its code is right', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    await ann.api.users.startMove({ email: bob.email });
    const mails = await mailMoves(service());
    const [otp, newOtp] = [codeTo(mails, ann.email), codeTo(mails, bob.email)];
    expect(await outcome(ann.api.users.finishMove({ otp, newOtp: wrongLong }))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect(await outcome(ann.api.users.finishMove({ otp, newOtp }))).toBe(
      'CONFLICT ADDRESS_TAKEN',
    );
  });

  it('leaves the revisions of the cards, and moderators find them by the new address', async () => {
    const ann = await signIn(service());
    await makeCards(service(), ann.id, 1);
    const revisions = () =>
      statements(service().orm.em.fork())
        .selectFrom('profiles')
        .select(['revision', 'ownerEmail', 'wholeText'])
        .where('ownerId', '=', ann.id)
        .execute();
    const [before] = await revisions();
    const { email } = await moved(ann);
    const [after] = await revisions();
    expect(after).toMatchObject({ revision: before?.revision, ownerEmail: email });
    expect(after?.wholeText).toContain(email);
  });

  it('starts three times a session and day, and mails an address three times in all', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    const other = await signIn(service(), ann.email);
    await other.api.users.startMove({ email });
    for (let start = 0; start < 3; start += 1) await ann.api.users.startMove({ email });
    expect(await outcome(ann.api.users.startMove({ email }))).toBe(
      'TOO_MANY_REQUESTS RATE_LIMITED',
    );
    const mails = await mailMoves(service());
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3);
    expect(mails.filter(({ to }) => to === ann.email)).toHaveLength(4);
  });
});

describe('the page that shows mails', () => {
  it('has the newest about moves, also behind a list of invitations', async () => {
    const ann = await signIn(service());
    const { email } = await startMove(service(), ann);
    await service().clock.advance('1 second');
    await sql`
      insert into outbox (id, recipient, has_account, browser, system, letter, state, next_at)
      select gen_random_uuid(), 'guest@example.com', true, '', '', 'invitation', 'sent', current_instant()
      from generate_series(1, 50)
    `.execute(statements(service().orm.em.fork()));
    const { orm, deps } = service();
    const shown = await listLetters({ ...deps, orm });
    expect(shown.map(({ to }) => to)).toEqual(expect.arrayContaining([ann.email, email]));
  });
});

describe('a call that waits for the account', () => {
  const ended = sql`update sessions set ended_at = current_instant() where ended_at is null`;
  const suspended = sql`update users set suspended_at = current_instant()`;

  it.each([
    ['moves nothing', 'its session ended', 'finish', ended],
    ['moves nothing', 'its user was suspended', 'finish', suspended],
    ['erases nothing', 'its session ended', 'erase', ended],
    ['erases nothing', 'its user was suspended', 'erase', suspended],
  ] as const)('%s if %s meanwhile', async (_does, _what, act, change) => {
    const ann = await signIn(service());
    const email = newAddress();
    await ann.api.users.startMove({ email });
    const mails = await mailMoves(service());
    const codes = { otp: codeTo(mails, ann.email), newOtp: codeTo(mails, email) };
    const erase = await leaving(service(), ann);
    const call = act === 'erase' ? erase : () => ann.api.users.finishMove(codes);
    const waiting = await statements(service().orm.em.fork())
      .transaction()
      .execute(async (holder) => {
        await sql`select from users where id = ${ann.id} for update`.execute(holder);
        const made = outcome(call());
        await untilBlocked(service().orm.em.fork(), 1);
        await change.execute(holder);
        return { made };
      });
    expect(await waiting.made).toBe('UNAUTHORIZED TOKEN_INVALID');
  });
});

describe('taking a move back', () => {
  it('works after the secret key was changed, by the code that was mailed, or by a new one if it is stolen', async () => {
    const [ann, bob] = [await signIn(service()), await signIn(service())];
    const { undo: otp } = await moved(ann);
    const { undo: stolen } = await moved(bob);
    const old = 'a secret key that only these tests use';
    const both = service().with({
      keys: createKeyRing(['another key that only these tests use', old]),
    });
    const takeBack = ({ email }: Person, code: string) =>
      outcome(both.as().auth.undoMove({ email, otp: code }));
    expect(await takeBack(ann, otp)).toBe('done');
    expect(await mailMoves(both)).not.toHaveLength(0);
    await rekeyMoves(both.deps, both.deps.keys.current.id);
    const byOld = (await mailMoves(service())).map(({ to }) => to);
    expect(byOld).not.toContain(bob.email);
    await service().clock.advance('1 minute');
    const again = codeTo(await mailMoves(both), bob.email);
    expect(await takeBack(bob, stolen)).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await takeBack(bob, again)).toBe('done');
  });

  it('works by a new code if a mail was leaving while the secret key changed', async () => {
    const ann = await signIn(service());
    const { codes } = await startMove(service(), ann);
    await ann.api.users.finishMove(codes);
    const { orm, deps } = service();
    const { claim, record } = moving({ ...deps, orm, mailer: takesAll });
    const claimed: ClaimedJob[] = [];
    for (let one = await claim(0); one; one = await claim(0)) {
      claimed.push(one);
    }
    const keys = createKeyRing(['a third key', 'a secret key that only these tests use']);
    const both = service().with({ keys });
    await rekeyMoves(both.deps, keys.current.id);
    for (const one of claimed) await record(one, undefined);
    expect(codeTo(await mailMoves(both), ann.email)).toEqual(expect.any(String));
  });

  it('takes no code of another purpose', async () => {
    const ann = await signIn(service());
    const { codes } = await moved(ann);
    expect(await outcome(undo(ann.email, codes.otp))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(undo(ann.email, codes.newOtp))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
  });

  it('keeps the owner from erasing the account for 14 days, but not an admin', async () => {
    const ann = await signIn(service());
    const { email } = await moved(ann);
    const last = Date.parse(await service().clock.now()) + 14 * 86_400_000;
    const until = new Date(last).toISOString().slice(0, 10);
    const asking = await errorOf(ann.api.users.askRemoval());
    expect(asking).toMatchObject({ reason: 'MOVE_OPEN' });
    expect(asking.message).toContain(`until ${until}`);
    await service().clock.advance('14 days');
    expect(await outcome(leave(service(), await signIn(service(), email)))).toBe('done');
    const [boss, bob] = [await admin(service()), await signIn(service())];
    await moved(bob);
    const erased = boss.api.moderation.users.erase({ id: bob.id, reason: 'requested' });
    expect(await outcome(erased)).toBe('done');
  });
});

describe('an admin’s case', () => {
  const opened = (owner: Person, by: Person) => openCase(service(), owner, by);
  const prove = (email: string, otp: string) =>
    service().as().auth.proveMove({ email, otp });

  it('waits seven days after the new address is proven, and tells everybody', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email, code, mails } = await opened(ann, boss);
    expect(mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining([ann.email, boss.email]),
    );
    await prove(email, code);
    await service().clock.advance('6 days 23 hours');
    await mailMoves(service());
    expect((await signIn(service(), ann.email)).id).toBe(ann.id);
    await service().clock.advance('1 hour');
    await mailMoves(service());
    expect((await signIn(service(), email)).id).toBe(ann.id);
  });

  it('is told to the others if one mailbox takes no mail, and to that one later', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const email = newAddress();
    await boss.api.moderation.users.openMove({ id: ann.id, email, ...reason });
    const told = (mails: { to: string }[]) => mails.map(({ to }) => to);
    const first = told(await mailMoves(service(), email));
    expect(first).toEqual(expect.arrayContaining([ann.email, boss.email]));
    await service().clock.advance('1 minute');
    expect(told(await mailMoves(service()))).toEqual([email]);
  });

  it('is stopped by the old address’s code, and then only an admin can end the next', async () => {
    const [boss, other] = [await admin(service()), await admin(service())];
    const ann = await signIn(service());
    const first = await opened(ann, boss);
    await undo(ann.email, codeTo(first.mails, ann.email));
    expect(await outcome(prove(first.email, first.code))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    const { email, code, move, mails } = await opened(ann, boss);
    expect(() => codeTo(mails, ann.email)).toThrow('No code was mailed');
    await prove(email, code);
    const agree = async ({ api }: Person) =>
      outcome(api.moderation.users.confirmMove({ id: ann.id, move }));
    expect(await agree(boss)).toBe('FORBIDDEN OWN_ADDRESS');
    expect(await agree(other)).toBe('done');
    await service().clock.advance('7 days');
    await mailMoves(service());
    expect((await signIn(service(), email)).id).toBe(ann.id);
    const { api } = await signIn(service(), other.email);
    await api.moderation.users.endMove({ id: ann.id, move });
    expect((await signIn(service(), ann.email)).id).toBe(ann.id);
  });

  it('that the old address ended stands on the desk of the other admins, until one decides', async () => {
    const [boss, other] = [await admin(service()), await admin(service())];
    const contested = async ({ api }: Person, owner: Person) => {
      const { data } = await api.moderation.desk.list({ lane: 'contested', limit: 100 });
      return data.items.find(({ user }) => user.id === owner.id)?.id;
    };
    const ann = await signIn(service());
    const first = await opened(ann, boss);
    await undo(ann.email, codeTo(first.mails, ann.email));
    expect(await contested(boss, ann)).toBeUndefined();
    expect(await contested(await moderator(service()), ann)).toBeUndefined();
    const id = (await contested(other, ann)) ?? '';
    const again = await opened(ann, boss);
    expect(await contested(other, ann)).toBe(id);
    await boss.api.moderation.users.endMove({ id: ann.id, move: again.move });
    expect(await contested(other, ann)).toBe(id);
    const close = { id, revision: 0, note: null } as const;
    const wrong = other.api.moderation.desk.close({ ...close, decision: 'pass_on' });
    expect(await outcome(wrong)).toBe('BAD_REQUEST INPUT_INVALID');
    await other.api.moderation.desk.close({ ...close, decision: 'approve' });
    expect(await contested(other, ann)).toBeUndefined();

    const bob = await signIn(service());
    await undo(bob.email, (await moved(bob)).undo);
    expect(await contested(boss, bob)).toEqual(expect.any(String));
    await opened(bob, other);
    expect(await contested(boss, bob)).toBeUndefined();
  });

  it('can’t be stopped by a session, and nobody opens one for oneself', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { move } = await opened(ann, boss);
    const stop = ann.api.moderation.users.endMove({ id: ann.id, move });
    expect(await outcome(stop)).toBe('FORBIDDEN ROLE_MISSING');
    const own = boss.api.moderation.users.openMove({
      id: boss.id,
      email: newAddress(),
      ...reason,
    });
    expect(await outcome(own)).toBe('FORBIDDEN OWN_ADDRESS');
  });

  it('keeps no owner from erasing the account, and ends with it', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email, code } = await opened(ann, boss);
    await prove(email, code);
    expect(await outcome(leave(service(), ann))).toBe('done');
    expect((await signIn(service(), email)).id).not.toBe(ann.id);
  });

  it('is shown on the user’s page with who asked and why', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email } = await opened(ann, boss);
    const { data } = await boss.api.moderation.users.inspect({ id: ann.id });
    expect(data.moves).toMatchObject([
      { state: 'asked', to: email, openedBy: boss.email, ...reason },
    ]);
  });
});
