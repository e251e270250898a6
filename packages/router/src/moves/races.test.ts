import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { untilBlocked } from '../testing/blocked.ts';
import { askForCodes, wrongLong } from '../testing/codes.ts';
import { countDeadlocks } from '../testing/deadlocks.ts';
import { codeTo, mailMoves, openCase } from '../testing/moves.ts';
import { endingsOf, outcome } from '../testing/outcome.ts';
import { admin, leaving, newAddress, type Person, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';

type Act = () => Promise<unknown>;

/** What a racer may be told. Anything else would be our fault. */
const allowed = new Set([
  'done',
  'UNAUTHORIZED CODE_INVALID',
  'UNAUTHORIZED TOKEN_INVALID',
  'CONFLICT ADDRESS_TAKEN',
  'CONFLICT ADDRESS_UNCHANGED',
  'CONFLICT MOVED_RECENTLY',
  'CONFLICT MOVE_OPEN',
  'CONFLICT CHANGED_MEANWHILE',
  'TOO_MANY_REQUESTS RATE_LIMITED',
  'FORBIDDEN ADDRESS_HELD',
  'FORBIDDEN ACCOUNT_SUSPENDED',
  'NOT_FOUND USER_NOT_FOUND',
  'NOT_FOUND MOVE_NOT_FOUND',
]);

describe.each(['read committed', 'repeatable read', 'serializable'])(
  'of 30 racers, where transactions are %s,',
  (level) => {
    const service = useService({}, level);
    const undo = (email: string, otp: string) =>
      service().as().auth.undoMove({ email, otp });
    const verify = (email: string, otp: string) =>
      service().as().auth.verifyCode({ email, otp });

    /** Returns how often each act succeeded, in the acts' order. */
    async function race(acts: readonly Act[]): Promise<number[]> {
      const results = await raceTogether(30, async (index) =>
        acts[index % acts.length]?.(),
      );
      const odd = Object.keys(endingsOf(results)).filter((one) => !allowed.has(one));
      expect(odd).toEqual([]);
      return acts.map(
        (_, act) =>
          results.filter(
            ({ status }, index) => index % acts.length === act && status === 'fulfilled',
          ).length,
      );
    }

    /**
     * Begins the calls one after the other. Each waits for a row that somebody locks.
     * @param meanwhile happens while they wait
     */
    async function inTurn(
      row: ReturnType<typeof sql>,
      acts: readonly Act[],
      meanwhile: Act = async () => {},
    ): Promise<string[]> {
      const endings: Promise<string>[] = [];
      const { em } = service().orm;
      await statements(em.fork())
        .transaction()
        .execute(async (holder) => {
          await sql`select from ${row} for update`.execute(holder);
          for (const act of acts) {
            endings.push(outcome(act()));
            await untilBlocked(em.fork(), endings.length);
          }
          await meanwhile();
        });
      return Promise.all(endings);
    }

    const atAddress = (email: string) => sql`addresses where email = ${email}`;
    const ofAccount = ({ id }: Person) => sql`users where id = ${id}`;

    /** The ids of those who have these addresses, and null for a free one. */
    async function ownersOf(...addresses: string[]): Promise<(string | null)[]> {
      const { rows } = await sql<{ id: string; email: string }>`
        select id, email_key as email from users where email_key = any(${addresses})
      `.execute(statements(service().orm.em.fork()));
      expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
      return addresses.map((one) => rows.find(({ email }) => email === one)?.id ?? null);
    }

    async function started(person: Person) {
      const email = newAddress();
      await person.api.users.startMove({ email });
      const mails = await mailMoves(service());
      const codes = { otp: codeTo(mails, person.email), newOtp: codeTo(mails, email) };
      return { email, finish: () => person.api.users.finishMove(codes) };
    }

    it('one finishes a move', async () => {
      const { finish } = await started(await signIn(service()));
      expect(await race([finish])).toEqual([1]);
    });

    it('one has each address after finish, sign-in and sign-up', async () => {
      const ann = await signIn(service());
      await service().clock.advance('6 minutes');
      const { email, finish } = await started(ann);
      const [atOld, atNew] = [
        await askForCodes(service(), ann.email),
        await askForCodes(service(), email),
      ];
      const [finished] = await race([
        finish,
        () => verify(ann.email, atOld.long),
        () => verify(email, atNew.long),
        () => ann.api.users.updateMe({ worldId: 'raced' }),
        () => undo(ann.email, wrongLong),
      ]);
      const [old, next] = await ownersOf(ann.email, email);
      // Either the move won, and nobody is at the old address, or a sign-up was first.
      const isNext = finished === 1;
      expect(old).toBe(isNext ? null : ann.id);
      expect(next === ann.id).toBe(isNext);
    });

    it('one has the account after finish, erasure, suspension and sign-up', async () => {
      const boss = await admin(service());
      const ann = await signIn(service());
      await service().clock.advance('6 minutes');
      const { email, finish } = await started(ann);
      const erase = await leaving(service(), ann);
      const atNew = await askForCodes(service(), email);
      const { suspend } = boss.api.moderation.users;
      const [finished = 0, erased = 0, suspended = 0] = await race([
        finish,
        erase,
        () => suspend({ id: ann.id, reason: 'spam' }),
        () => verify(email, atNew.long),
        () => ann.api.users.startMove({ email: newAddress() }),
      ]);
      const [old, next] = await ownersOf(ann.email, email);
      expect(finished + erased).toBeLessThanOrEqual(1);
      expect(erased + Number(suspended > 0)).toBe(1);
      expect([old, next].includes(ann.id)).toBe(erased === 0);
      expect(next === ann.id).toBe(finished === 1);
    });

    it('none erases an account whose move can be taken back, and one takes it back', async () => {
      const ann = await signIn(service());
      const erase = await leaving(service(), ann);
      const { email, finish } = await started(ann);
      await finish();
      const otp = codeTo(await mailMoves(service()), ann.email);
      const atNew = await askForCodes(service(), email);
      const [undone, erased] = await race([
        () => undo(ann.email, otp),
        erase,
        () => ann.api.users.startMove({ email: newAddress() }),
        () => verify(email, atNew.long),
      ]);
      expect([undone, erased]).toEqual([1, 0]);
      expect((await ownersOf(ann.email))[0]).toBe(ann.id);
    });

    it('one has the account after a due case, its end, an erasure and sign-ins', async () => {
      const [boss, ann] = [await admin(service()), await signIn(service())];
      const email = newAddress();
      const given = { id: ann.id, email, reason: 'Left the company.' };
      await boss.api.moderation.users.openMove(given);
      const mails = await mailMoves(service());
      await service()
        .as()
        .auth.proveMove({ email, otp: codeTo(mails, email) });
      await service().clock.advance('6 days 23 hours');
      const stop = codeTo(await mailMoves(service()), ann.email);
      await service().clock.advance('1 hour');
      const again = await signIn(service(), ann.email);
      await service().clock.advance('6 minutes');
      const erase = await leaving(service(), again);
      const [atOld, atNew] = [
        await askForCodes(service(), ann.email),
        await askForCodes(service(), email),
      ];
      const [, , erased = 0] = await race([
        () => mailMoves(service()),
        () => undo(ann.email, stop),
        erase,
        () => verify(ann.email, atOld.long),
        () => verify(email, atNew.long),
      ]);
      const [old, next] = await ownersOf(ann.email, email);
      expect([old, next].filter((id) => id === ann.id)).toHaveLength(1 - erased);
    });

    it('one ends a case that another agrees to while a third suspends', async () => {
      const [boss, other] = [await admin(service()), await admin(service())];
      const ann = await signIn(service());
      const [by, and] = [boss.api.moderation.users, other.api.moderation.users];
      const { move } = await openCase(service(), ann, boss);
      const named = { id: ann.id, move };
      const [ended] = await race([
        () => by.endMove(named),
        () => and.confirmMove(named),
        () => and.suspend({ id: ann.id, reason: 'spam' }),
        () => by.unsuspend({ id: ann.id }),
      ]);
      expect(ended).toBe(1);
    });

    it('one who moves to an address that is signed up at meanwhile is told', async () => {
      const { email, finish } = await started(await signIn(service()));
      const { long } = await askForCodes(service(), email);
      const signUp = () => verify(email, long);
      expect(await inTurn(atAddress(email), [signUp, finish])).toEqual([
        'done',
        'CONFLICT ADDRESS_TAKEN',
      ]);
    });

    it('a session that ends while its move waits moves nothing', async () => {
      const ann = await signIn(service());
      const { email, finish } = await started(ann);
      await askForCodes(service(), email);
      const end = () => ann.api.auth.signOut();
      expect(await inTurn(atAddress(email), [finish], end)).toEqual([
        'UNAUTHORIZED TOKEN_INVALID',
      ]);
      expect(await ownersOf(email)).toEqual([null]);
    });

    it('one who moves to an address that a case proves meanwhile is told', async () => {
      const [boss, ann] = [await admin(service()), await signIn(service())];
      const { email, finish } = await started(await signIn(service()));
      const { code: otp } = await openCase(service(), ann, boss, email);
      // Deleted challenges would make the work start again, too.
      await sql`insert into addresses (email, asked_at) values (${email}, current_instant())`.execute(
        statements(service().orm.em.fork()),
      );
      const prove = () => service().as().auth.proveMove({ email, otp });
      expect(await inTurn(atAddress(email), [prove, finish])).toEqual([
        'done',
        'CONFLICT ADDRESS_TAKEN',
      ]);
    });

    it('two who open a case for one account leave one open', async () => {
      const [boss, other] = [await admin(service()), await admin(service())];
      const ann = await signIn(service());
      const open = (by: Person) => () =>
        by.api.moderation.users.openMove({
          id: ann.id,
          email: newAddress(),
          reason: 'Lost.',
        });
      await inTurn(ofAccount(ann), [open(boss), open(other)]);
      const { rows } = await sql`
        select from moves where user_id = ${ann.id} and closed_at is null
      `.execute(statements(service().orm.em.fork()));
      expect(rows).toHaveLength(1);
    });

    it('a session starts at most three moves', async () => {
      const ann = await signIn(service());
      const start = () => ann.api.users.startMove({ email: newAddress() });
      for (let starts = 0; starts < 2; starts += 1) await start();
      expect(await inTurn(ofAccount(ann), [start, start])).toEqual([
        'done',
        'TOO_MANY_REQUESTS RATE_LIMITED',
      ]);
    });

    it('none was in a deadlock', async () => {
      expect(await countDeadlocks(service())).toBe(0);
    });
  },
);
