import { type Move, type Orm, readInstant } from '@namecard/db';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { carryOut } from './carry-out.ts';
import { lockMove } from './lock-move.ts';
import { isTaken } from './moves.sql.ts';

export type DueDeps = Pick<Deps, 'random' | 'telemetry' | 'settings'> & { orm: Orm };

/** Whether a waiting move may happen now, but for the state of its account. */
export const isDue = (move: Move, now: string): boolean =>
  move.isWaiting() && move.dueAt !== null && move.dueAt <= now && !move.needsYes;

/** Does a waiting move after its wait. A suspended account waits longer. */
export const carryOutDue = ({ orm, ...deps }: DueDeps, found: Move): Promise<void> =>
  inTransaction({ ...deps, em: orm.em }, async (inner) => {
    const { em } = inner;
    const { account, move } = await lockMove(em, found);
    const isReady = move && account?.isSuspended === false;
    if (
      isReady &&
      isDue(move, await readInstant(em)) &&
      !(await isTaken(em, move.toKey, move.userId))
    ) {
      await carryOut(inner, move);
    }
  });
