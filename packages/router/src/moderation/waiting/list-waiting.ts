import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { pageOf, sortKeyOf } from '../../cursor.ts';
import type { ListWaitingInput, WaitingActs } from './schemas.ts';
import { waitingView } from './view.ts';
import { findWaiting, waitingOrder } from './waiting.sql.ts';

/** Moderators see their own acts. Fails with `INPUT_INVALID`. */
export async function listWaiting(
  { em }: Pick<Deps, 'em'>,
  actor: SignedInUser,
  { cursor, limit }: z.infer<typeof ListWaitingInput>,
): Promise<z.infer<typeof WaitingActs>> {
  const after = sortKeyOf(waitingOrder, cursor);
  const askedBy = actor.role === 'admin' ? null : actor.id;
  const rows = await findWaiting(em, askedBy, { after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(waitingOrder, rows, limit);
  return { data: { acts: page.map(waitingView), nextCursor } };
}
