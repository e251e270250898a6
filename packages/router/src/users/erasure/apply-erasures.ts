import type { Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/**
 * Erases users again who came back with a restored backup. Receipts name them,
 * and ids are never reused. Returns how many there were.
 */
export async function applyErasures(
  deps: Deps,
  orm: Orm,
  receipts: readonly { userId: string }[],
): Promise<number> {
  let erased = 0;
  for (const { userId } of receipts) {
    erased += Number(await inTransaction(deps, (inner) => eraseUser(inner, userId)));
  }
  await finishErasures({ orm, telemetry: deps.telemetry });
  return erased;
}
