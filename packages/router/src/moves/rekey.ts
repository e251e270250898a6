import { Move } from '@namecard/db';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { purposeOf, queueLetters } from './letters.ts';
import { rekeyOpen } from './moves.sql.ts';

/**
 * Derives the codes of open changes with this secret key, and has the newest notice with
 * each code mailed again. Codes that were mailed before stop working. Returns how many
 * changes there were. Leaves out those that only a session asked for: their codes work
 * for 30 minutes.
 */
export const rekeyMoves = (deps: Pick<Deps, 'em'>, keyId: string): Promise<number> =>
  inTransaction(deps, async ({ em }) => {
    const rekeyed = await rekeyOpen(em, keyId);
    for (const move of await em.find(Move, { id: rekeyed })) {
      await queueLetters(em, move, (due) => purposeOf(move, due));
    }
    return rekeyed.length;
  });
