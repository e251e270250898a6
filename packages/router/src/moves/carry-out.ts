import {
  isoInstant,
  type Move,
  type MoveEnder,
  readDays,
  readInstant,
  User,
} from '@namecard/db';
import { system } from '../access/caller.ts';
import { undoDays } from '../access/challenges.sql.ts';
import { endSessions } from '../access/sessions.ts';
import { recordAction } from '../audit/record-action.ts';
import { setRole } from '../audit/set-role.ts';
import type { Deps } from '../context.ts';
import { openContested } from '../items/open-items.sql.ts';
import { lettersOf, queueLetters } from './letters.ts';
import { forgetChallenges, useInvitation } from './moves.sql.ts';

/*
 * Changes the address of an account, and takes changes back.
 *
 * Problem: an account must outlive its mailbox, and nobody else may take it. Whoever
 * holds a session, a mailbox or an admin's session alone must not get an account for
 * good.
 *
 * Plan: a code mailed to an address proves it. With the codes of both addresses a move
 * happens at once. With an admin's case and the new address's code it waits for days,
 * and both addresses and all admins are told. For two weeks the old address's code takes
 * it back. Until then nobody signs up at the old address.
 *
 * Locks: both addresses in the order of their bytes, the account, then the rest.
 *
 * Price: for two weeks somebody who reads the old mailbox can take a move back. An
 * admin decides then.
 */

type Inner = Pick<Deps, 'em' | 'random' | 'telemetry' | 'settings'>;

type Settled = {
  before: { email: string };
  /** The session that stays. */
  except?: string | undefined;
  addresses: readonly string[];
};

/**
 * Ends the sessions, codes and role of before, and records the account's new address. An
 * admin has to give the role again: the account may be stolen. An undo takes the role too:
 * an employer may read the old mailbox, or the role may have been taken meanwhile.
 */
async function settle(
  inner: Inner,
  user: User,
  { before, except, addresses }: Settled,
): Promise<void> {
  const roleEvents = user.role === 'user' ? [] : [await setRole(inner, user, 'user')];
  await endSessions(inner, user.id, { except });
  await forgetChallenges(inner.em, addresses);
  const type = 'user.moved';
  const moved = { type, userId: user.id, before, after: { email: user.email } } as const;
  await recordAction(inner, system, { type }, [moved, ...roleEvents]);
}

/**
 * Does a move. The account is locked, and `moves` are all that are open or can be taken
 * back. Ends the account's sessions, but for the given one. Ends what waits, deletes the
 * codes of both addresses, and uses an invitation of the new one.
 */
export async function carryOut(
  inner: Inner,
  move: Move,
  { moves, sessionId }: { moves: readonly Move[]; sessionId?: string },
): Promise<User> {
  const { em } = inner;
  const user = await em.findOneOrFail(User, move.userId);
  const { since: now, until } = await readDays(em, undoDays);
  const before = { email: user.email };
  await replace(inner, move, { moves, now });
  move.restingRole = user.role === 'user' ? null : user.role;
  user.moveTo({ email: move.toEmail, emailKey: move.toKey });
  move.finish(now, until);
  const addresses = [move.fromKey, move.toKey];
  await settle(inner, user, { before, except: sessionId, addresses });
  await useInvitation(em, move.toKey);
  await queueLetters(em, move);
  return user;
}

/** Whether people were told of a case that may still happen. */
const isPromised = (move: Move, now: string): boolean =>
  move.isCase &&
  (move.dueAt !== null || lettersOf(move, now).some((due) => due.until > now));

/**
 * Closes what else is open. A session that takes the account elsewhere than an admin's case
 * has used the old address's code, so the old address has ended that case.
 */
async function replace(
  inner: Inner,
  move: Move,
  { moves, now }: { moves: readonly Move[]; now: string },
): Promise<void> {
  for (const other of moves) {
    if (other !== move && other.doneAt === null) {
      const isSlipped = isPromised(other, isoInstant(now)) && other.toKey !== move.toKey;
      other.close(now, isSlipped ? 'address' : null);
      if (isSlipped) {
        await contest(inner, other);
        // The old address is told of the move that was done.
        await queueLetters(inner.em, other, ({ to }) => to !== 'old');
      }
    }
  }
}

/** What the old address ended stands on the desk of the admins. */
const contest = (
  { em, random }: Inner,
  { userId, openedBy: keptFrom }: Move,
): Promise<unknown> => openContested(em, { id: random.id(), userId, keptFrom });

type Taking = {
  /** All moves of the account that are open or can be taken back. */
  moves: readonly Move[];
  by: MoveEnder;
};

/**
 * Stops a move that has not happened, or takes it back with all later ones. The account is
 * locked. Taking back ends every session of the account. What the old address ends stands
 * on the desk: its reader may be an employer, or have bought the domain.
 */
export async function end(
  inner: Inner,
  move: Move,
  { moves, by }: Taking,
): Promise<void> {
  const { em } = inner;
  const now = await readInstant(em);
  if (move.doneAt === null) {
    move.close(now, by);
    await em.flush();
  } else {
    await takeBack(inner, move, { moves, by, now });
  }
  if (by === 'address') {
    await contest(inner, move);
  }
  await queueLetters(em, move);
}

async function takeBack(
  inner: Inner,
  move: Move,
  { moves, by, now }: Taking & { now: string },
): Promise<void> {
  const user = await inner.em.findOneOrFail(User, move.userId);
  const before = { email: user.email };
  for (const one of moves) {
    if (one.doneAt === null || one.doneAt >= (move.doneAt ?? now)) {
      one.close(now, by);
      // The mails about `move` do not reach the addresses of the others.
      const isOther = one !== move && one.toKey !== move.fromKey;
      await queueLetters(inner.em, one, ({ to }) => isOther && to === 'new');
    }
  }
  user.moveTo({ email: move.fromEmail, emailKey: move.fromKey });
  const addresses = moves.flatMap(({ fromKey, toKey }) => [fromKey, toKey]);
  await settle(inner, user, { before, addresses });
}
