import { type Move, type Orm, readInstant } from '@namecard/db';
import type { Deps } from '../context.ts';
import { carryOut } from './carry-out.ts';
import { isAdmin } from './cases.sql.ts';
import { lockingMoves } from './lock-moves.ts';
import { whyNotFree } from './start-move.ts';

export type DueDeps = Pick<Deps, 'random' | 'telemetry' | 'settings'> & { orm: Orm };

/**
 * Does a waiting move, if its wait is over and it needs no yes. A suspended account waits
 * longer. A case needs another yes, and holds its new address no longer, if that can't be
 * the account's now, or if who agreed to the case, or opened it, is no admin any more.
 */
export const carryOutDue = ({ orm, ...deps }: DueDeps, found: Move): Promise<void> =>
  lockingMoves({ ...deps, em: orm.em }, found.userId, async (inner, locked) => {
    const { em, settings } = inner;
    const { account, moves } = locked;
    const move = moves.find(({ id }) => id === found.id);
    if (
      !account ||
      account.isSuspended ||
      !move?.canHappenTo(account) ||
      move.needsYes ||
      move.dueAt === null ||
      move.dueAt > (await readInstant(em))
    ) {
      return;
    }
    const answering = move.confirmedBy ?? move.openedBy;
    if (
      (await whyNotFree(inner, move)) ||
      (answering && !(await isAdmin(em, answering, settings)))
    ) {
      move.confirmedBy = null;
      move.needsYes = true;
      await em.flush();
      return;
    }
    await carryOut(inner, move, { moves });
  });
