import type { Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/**
 * Erases again, after a backup was read back, whom receipts say were erased: an id is given once, so whoever is there with one of
 * theirs is somebody whom the backup brought back. Returns how many that were.
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
