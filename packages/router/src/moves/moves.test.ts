import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeCards } from '../testing/cards.ts';
import { askForCodes, wrongLong } from '../testing/codes.ts';
import { codeTo, mailMoves } from '../testing/moves.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, newAddress, type Person, signIn, suspend } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

const service = useService();
const reason = { reason: 'Left the company.' };

/** Moves the account of the person's session to a new address. */
async function moved(person: Person, email = newAddress()) {
  await person.api.users.startMove({ email });
  const mails = await mailMoves(service());
  const codes = { otp: codeTo(mails, person.email), newOtp: codeTo(mails, email) };
  await person.api.users.finishMove(codes);
  const notices = await mailMoves(service());
  return { email, undo: codeTo(notices, person.email), codes };
}

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

  it('ends all other sessions, and codes that were mailed before', async () => {
    const ann = await signIn(service());
    const other = await signIn(service(), ann.email);
    await service().clock.advance('6 minutes');
    const before = await askForCodes(service(), ann.email);
    await moved(ann);
    expect(await outcome(other.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    const spent = service().as().auth.verifyCode({ email: ann.email, otp: before.long });
    expect(await outcome(spent)).toBe('UNAUTHORIZED CODE_INVALID');
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

  it('happens once in seven days', async () => {
    const ann = await signIn(service());
    await moved(ann);
    const { data } = await ann.api.users.me();
    const now = { ...ann, email: data.user.email };
    await expect(moved(now)).rejects.toThrow('within the last seven days');
    await service().clock.advance('7 days');
    await moved(await signIn(service(), now.email));
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

  it('starts five times a session and day, and mails an address three times', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    for (let start = 0; start < 5; start += 1) await ann.api.users.startMove({ email });
    expect(await outcome(ann.api.users.startMove({ email }))).toBe(
      'TOO_MANY_REQUESTS RATE_LIMITED',
    );
    const mails = await mailMoves(service());
    expect(mails.filter(({ to }) => to === email)).toHaveLength(3);
    expect(mails.filter(({ to }) => to === ann.email)).toHaveLength(3);
  });

  it('lets a role rest, which an undo gives back', async () => {
    const boss = await admin(service());
    const { undo: otp } = await moved(boss);
    const role = async () => {
      const row = await statements(service().orm.em.fork())
        .selectFrom('users')
        .select('role')
        .where('id', '=', boss.id)
        .executeTakeFirst();
      return row?.role;
    };
    expect(await role()).toBe('user');
    await undo(boss.email, otp);
    expect(await role()).toBe('admin');
  });
});

describe('taking a move back', () => {
  it('works from the old address without a session, and ends every session', async () => {
    const ann = await signIn(service());
    const { undo: otp } = await moved(ann);
    await undo(ann.email, otp);
    expect(await outcome(ann.api.users.me())).toBe('UNAUTHORIZED TOKEN_INVALID');
    expect((await signIn(service(), ann.email)).id).toBe(ann.id);
    expect(await outcome(undo(ann.email, otp))).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('takes back all later moves: a thief who moves twice is not rid of it', async () => {
    const ann = await signIn(service());
    const first = await moved(ann);
    await service().clock.advance('8 days');
    const thief = await signIn(service(), first.email);
    const second = await moved(thief);
    await undo(ann.email, first.undo);
    expect((await signIn(service(), ann.email)).id).toBe(ann.id);
    expect(await outcome(undo(first.email, second.undo))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect((await signIn(service(), second.email)).id).not.toBe(ann.id);
  });

  it('works for 14 days, also for a suspended account', async () => {
    const ann = await signIn(service());
    const { undo: otp } = await moved(ann);
    await suspend(service(), ann);
    await service().clock.advance('13 days');
    await undo(ann.email, otp);
    const bob = await signIn(service());
    const late = await moved(bob);
    await service().clock.advance('14 days');
    expect(await outcome(undo(bob.email, late.undo))).toBe('UNAUTHORIZED CODE_INVALID');
  });

  it('takes no code of another purpose', async () => {
    const ann = await signIn(service());
    const { codes } = await moved(ann);
    expect(await outcome(undo(ann.email, codes.otp))).toBe('UNAUTHORIZED CODE_INVALID');
    expect(await outcome(undo(ann.email, codes.newOtp))).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
  });

  it('keeps the owner from erasing the account meanwhile', async () => {
    const ann = await signIn(service());
    await moved(ann);
    expect(await outcome(ann.api.users.removeMe())).toBe('CONFLICT MOVE_OPEN');
  });
});

describe('an admin’s case', () => {
  async function opened(owner: Person, by: Person, email = newAddress()) {
    const { data } = await by.api.moderation.users.openMove({
      id: owner.id,
      email,
      ...reason,
    });
    const mails = await mailMoves(service());
    return { email, move: data.move, mails, code: codeTo(mails, email) };
  }
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
    await service().clock.advance('7 days');
    await mailMoves(service());
    const agree = async ({ email: by }: Person) =>
      (await signIn(service(), by)).api.moderation.users.confirmMove({
        id: ann.id,
        move,
      });
    expect(await outcome(agree(boss))).toBe('FORBIDDEN OWN_ADDRESS');
    await agree(other);
    await mailMoves(service());
    expect((await signIn(service(), email)).id).toBe(ann.id);
    const { api } = await signIn(service(), other.email);
    await api.moderation.users.endMove({ id: ann.id, move });
    expect((await signIn(service(), ann.email)).id).toBe(ann.id);
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

  it('holds the new address from its proof on', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email, code } = await opened(ann, boss);
    await prove(email, code);
    const { long } = await askForCodes(service(), email);
    const verify = service().as().auth.verifyCode({ email, otp: long });
    expect(await outcome(verify)).toBe('FORBIDDEN ADDRESS_HELD');
  });

  it('is shown on the user’s page with who asked and why', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email } = await opened(ann, boss);
    const { data } = await boss.api.moderation.users.inspect({ id: ann.id });
    expect(data.moves).toMatchObject([
      { state: 'asked', to: email, openedBy: boss.email, ...reason },
    ]);
  });

  it('waits for a suspended account to be free', async () => {
    const [boss, ann] = [await admin(service()), await signIn(service())];
    const { email, code } = await opened(ann, boss);
    await prove(email, code);
    await suspend(service(), ann);
    await service().clock.advance('8 days');
    await mailMoves(service());
    const rows = await sql<{
      email: string;
    }>`select email from users where id = ${ann.id}`.execute(
      statements(service().orm.em.fork()),
    );
    expect(rows.rows).toEqual([{ email: ann.email }]);
  });
});

describe('30 racers', () => {
  const idAt = async (email: string) => (await signIn(service(), email)).id;
  /** Errors other than these would be ours. */
  const ends = new Set([
    'done',
    'UNAUTHORIZED CODE_INVALID',
    'UNAUTHORIZED TOKEN_INVALID',
    'CONFLICT ADDRESS_TAKEN',
    'CONFLICT MOVED_RECENTLY',
    'FORBIDDEN ADDRESS_HELD',
  ]);

  it('finish a move once', async () => {
    const ann = await signIn(service());
    const email = newAddress();
    await ann.api.users.startMove({ email });
    const mails = await mailMoves(service());
    const codes = { otp: codeTo(mails, ann.email), newOtp: codeTo(mails, email) };
    const all = await Promise.all(
      Array.from({ length: 30 }, () => outcome(ann.api.users.finishMove(codes))),
    );
    expect(all.filter((one) => one === 'done')).toHaveLength(1);
    expect(all.filter((one) => !ends.has(one))).toEqual([]);
  });

  it('finish, undo, sign in and sign up at both addresses: one account has each', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ann = await signIn(service());
      const email = newAddress();
      await service().clock.advance('6 minutes');
      await ann.api.users.startMove({ email });
      const mails = await mailMoves(service());
      const codes = { otp: codeTo(mails, ann.email), newOtp: codeTo(mails, email) };
      const [atOld, atNew] = [
        await askForCodes(service(), ann.email),
        await askForCodes(service(), email),
      ];
      const verify = (address: string, otp: string) =>
        service().as().auth.verifyCode({ email: address, otp });
      const acts = [
        () => ann.api.users.finishMove(codes),
        () => verify(ann.email, atOld.long),
        () => verify(email, atNew.long),
        () => ann.api.users.updateMe({ username: `racer${round}` }),
        () => undo(ann.email, wrongLong),
      ];
      const all = await Promise.all(
        Array.from({ length: 30 }, (_, index) =>
          outcome((acts[index % acts.length] ?? acts[0])?.() ?? Promise.resolve()),
        ),
      );
      expect(all.filter((one) => !ends.has(one))).toEqual([]);
      const { rows } = await sql<{ email: string; count: number }>`
        select email_key as email, count(*)::int as count from users
        where email_key in (${ann.email}, ${email}) group by 1
      `.execute(statements(service().orm.em.fork()));
      expect(rows.every(({ count }) => count === 1)).toBe(true);
      // Either the move won, and nobody is at the old address, or a sign-up was first.
      const owners = rows.map((row) => row.email);
      expect(owners.includes(email)).toBe(true);
      const found = owners.length === 2 ? await idAt(ann.email) : ann.id;
      expect(found).toBe(ann.id);
    }
  });

  it('take a move back once, while its owner goes on', async () => {
    const ann = await signIn(service());
    const { undo: otp, email } = await moved(ann);
    const acts = [
      () => undo(ann.email, otp),
      () => ann.api.users.startMove({ email: newAddress() }),
      () => ann.api.users.me(),
    ];
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        outcome((acts[index % acts.length] ?? acts[0])?.() ?? Promise.resolve()),
      ),
    );
    const undone = all.filter(
      (one, index) => index % acts.length === 0 && one === 'done',
    );
    expect(undone).toHaveLength(1);
    expect(all.filter((one) => one.includes('INTERNAL'))).toEqual([]);
    expect(await idAt(ann.email)).toBe(ann.id);
    expect(await idAt(email)).not.toBe(ann.id);
  });
});
