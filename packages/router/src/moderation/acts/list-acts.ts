import type { z } from 'zod';
import type { LimitedActor } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { inSnapshot } from '../../transaction.ts';
import { findAct, findLeft, findRecentActs } from './acts.sql.ts';
import { actNotFound } from './errors.ts';
import { type ActInput, InspectedAct, type LargeActs } from './schemas.ts';
import { actView } from './view.ts';

/** Moderators and keys see their own. */
export const seenBy = ({ id, role }: LimitedActor) => (role === 'admin' ? null : id);

export async function listActs(
  { em }: Pick<Deps, 'em'>,
  actor: LimitedActor,
): Promise<z.infer<typeof LargeActs>> {
  const rows = await findRecentActs(em, seenBy(actor));
  return { data: { acts: rows.map(actView) } };
}

/** Fails with `ACT_NOT_FOUND`. */
export const inspectAct = (
  deps: Deps,
  actor: LimitedActor,
  { id }: z.infer<typeof ActInput>,
): Promise<z.infer<typeof InspectedAct>> =>
  inSnapshot(deps, async ({ em }) => {
    const row = await findAct(em, id, seenBy(actor));
    if (!row) {
      throw actNotFound();
    }
    const left = await findLeft(em, id);
    return InspectedAct.parse({ data: { act: actView(row), left } });
  });
