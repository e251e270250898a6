import type { Orm } from '@namecard/db';
import { keepBan } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import type { Ban } from '../../telemetry.ts';
import { inTransaction } from '../../transaction.ts';
import { eraseUser } from './erase-user.ts';
import { finishErasures } from './job.ts';

/** Without `ban`, an older version wrote it. */
type Receipt = { userId: string; at?: string | undefined; ban?: Ban | null | undefined };

/** Users and bans of a copy. Ids are never reused. */
type Copy = { receipts: readonly Receipt[]; takenAt: string };

/**
 * Erases users again who came back with a copy of the database. Receipts name them and
 * their bans. Returns how many users there were.
 */
export async function applyErasures(
  deps: Deps,
  orm: Orm,
  { receipts, takenAt }: Copy,
): Promise<number> {
  let erased = 0;
  for (const { userId, at = '', ban } of receipts) {
    const again = await inTransaction(deps, async (inner) => {
      if (await eraseUser(inner, userId, ban)) return true;
      // The copy has the older bans, but those that an admin has ended.
      if (ban && Date.parse(at) > Date.parse(takenAt)) await keepBan(inner.em, ban);
      return false;
    });
    erased += Number(again);
  }
  await finishErasures({ orm, telemetry: deps.telemetry });
  return erased;
}
