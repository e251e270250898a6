import type { Orm } from '@namecard/db';
import { keepBan, liftBan } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import type { Ban, BanEnd } from '../../telemetry.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/** Without `ban`, an older version wrote it. */
type Erasure = { userId: string; at?: string | undefined; ban?: Ban | null | undefined };

/** Users and bans of a copy. Ids are never reused. */
type Copy = { receipts: readonly (Erasure | BanEnd)[]; takenAt: string };

/**
 * Erases users again who came back with a copy of the database. Receipts name them, their
 * bans, and bans that an admin has ended. Returns how many users there were.
 */
export async function applyErasures(
  deps: Deps,
  orm: Orm,
  { receipts, takenAt }: Copy,
): Promise<number> {
  let erased = 0;
  for (const receipt of receipts) {
    // The copy knows the older bans and their ends.
    const isNewer = Date.parse(receipt.at ?? '') > Date.parse(takenAt);
    const again = await inTransaction(deps, async (inner) => {
      if ('unbanned' in receipt) {
        if (isNewer) await liftBan(inner.em, receipt.unbanned);
        return false;
      }
      const { userId, ban } = receipt;
      if (await eraseUser(inner, userId, ban)) return true;
      if (ban && isNewer) await keepBan(inner.em, ban);
      return false;
    });
    erased += Number(again);
  }
  await finishErasures({ orm, telemetry: deps.telemetry });
  return erased;
}
