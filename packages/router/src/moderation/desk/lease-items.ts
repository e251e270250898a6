import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { takeTurn } from '../../access/limits.ts';
import { lockModerator } from '../../access/moderator.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { itemNotFound } from './errors.ts';
import { leaseNext, renewLease, takeLease } from './lease-items.sql.ts';
import { viewsOf } from './read-items.ts';
import type { ItemName, Lease, NextItems, NextItemsInput } from './schemas.ts';
import { countFree, visibleTo } from './viewer.ts';

/**
 * Leases up to 20 free items for ten minutes, urgent ones for two. A
 * second call returns the items that are not decided yet, and adds new ones.
 */
export const nextItems = (
  deps: Deps,
  actor: SignedInUser,
  wanted: z.infer<typeof NextItemsInput>,
): Promise<z.infer<typeof NextItems>> =>
  inTransaction(deps, async (inner) => {
    await takeTurn(inner, `leases of ${actor.id}`);
    await lockModerator(inner, actor);
    const viewer = viewerOf(actor, inner);
    const { items, held } = await leaseNext(inner.em, actor.id, viewer, wanted);
    return {
      data: {
        items: await viewsOf(inner, actor, items),
        held: await viewsOf(inner, actor, held),
        lanes: await countFree(actor, inner),
      },
    };
  });

const leaseOf = (leasedUntil: string | undefined): z.infer<typeof Lease> => {
  if (leasedUntil === undefined) {
    throw itemNotFound();
  }
  return { data: { leasedUntil: isoInstant(leasedUntil) } };
};

/** Renews a lease, three times at most. Fails with `ITEM_NOT_FOUND` if it has ended. */
export const renewItem = async (
  { em }: Pick<Deps, 'em'>,
  actor: SignedInUser,
  { id }: z.infer<typeof ItemName>,
) => leaseOf(await renewLease(em, actor.id, id));

/** Lets an admin take an item from somebody else. Fails with `ITEM_NOT_FOUND`. */
export const takeItem = async (
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: SignedInUser,
  { id }: z.infer<typeof ItemName>,
) => leaseOf(await takeLease(em, actor.id, visibleTo(actor, { settings }), id));
