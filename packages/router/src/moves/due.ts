import { Move, type Orm } from '@namecard/db';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { carryOut } from './carry-out.ts';
import { isTaken, lockAddressesAndAccount, readDays } from './moves.sql.ts';

export type DueDeps = Pick<Deps, 'random' | 'telemetry' | 'settings'> & { orm: Orm };

/** Whether a waiting move may happen now, but for the state of its account. */
export const isDue = (move: Move, now: string): boolean =>
  move.isWaiting() && move.dueAt !== null && move.dueAt <= now && !move.needsYes;

/** Does a waiting move after its wait. A suspended account waits longer. */
export const carryOutDue = ({ orm, ...deps }: DueDeps, found: Move): Promise<void> =>
  inTransaction({ ...deps, em: orm.em }, async (inner) => {
    const { em } = inner;
    const { id, userId, fromKey, toKey } = found;
    const account = await lockAddressesAndAccount(em, [fromKey, toKey], userId);
    const move = await em.findOne(Move, id);
    const { now } = await readDays(em, 0);
    const isReady = account && !account.isSuspended && account.emailKey === fromKey;
    if (move && isReady && isDue(move, now) && !(await isTaken(em, toKey, userId))) {
      await carryOut(inner, move);
    }
  });
