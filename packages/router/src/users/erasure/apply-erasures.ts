import type { Orm } from '@namecard/db';
import { type Ban, keepBan } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/**
 * Erases users again who came back with a restored backup. Receipts name them,
 * and ids are never reused. Their bans stay. Returns how many users there were.
 */
export async function applyErasures(
  deps: Deps,
  orm: Orm,
  receipts: readonly { userId: string; ban?: Ban | null | undefined }[],
): Promise<number> {
  let erased = 0;
  for (const { userId, ban } of receipts) {
    const again = await inTransaction(deps, async (inner) => {
      if (ban) {
        await keepBan(inner.em, ban);
      }
      return eraseUser(inner, userId);
    });
    erased += Number(again);
  }
  await finishErasures({ orm, telemetry: deps.telemetry });
  return erased;
}
