import type { Orm } from '@namecard/db';
import { keepBan, liftBan } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import type { Ban, BanEnd } from '../../telemetry.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/** Without `ban`, an older version wrote it. */
type Erasure = { userId: string; at?: string | undefined; ban?: Ban | null | undefined };

type Receipt = Erasure | BanEnd;

/** Users and bans of a copy. Ids are never reused. */
type Copy = { receipts: readonly Receipt[]; takenAt: string };

const timeOf = ({ at }: Receipt): number => Date.parse(at ?? '') || 0;

/**
 * Oldest first: instances have files of their own, and a receipt may be written after the
 * end of its ban. Of the receipts of one user the first tells when. The others are of
 * restores.
 */
function inOrder(receipts: readonly Receipt[]) {
  const erasedAt = new Map<string, number>();
  const timed = receipts
    .toSorted((one, other) => timeOf(one) - timeOf(other))
    .map((receipt) => {
      const time = timeOf(receipt);
      if ('unbanned' in receipt) return { receipt, time };
      const first = erasedAt.get(receipt.userId) ?? time;
      erasedAt.set(receipt.userId, first);
      return { receipt, time: first };
    });
  return timed.toSorted((one, other) => one.time - other.time);
}

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
  for (const { receipt, time } of inOrder(receipts)) {
    // The copy knows the older bans and their ends.
    const isNewer = time > Date.parse(takenAt);
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
