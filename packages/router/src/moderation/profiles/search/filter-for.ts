import type { KeyActor, Moderator, UserActor } from '../../../access/caller.ts';
import { countInTransaction } from '../../../access/limits.ts';
import { lockConcerned } from '../../../access/locks.sql.ts';
import { lockInRole } from '../../../access/moderator.ts';
import { readsAddress } from '../../../access/policy.ts';
import { recordReading } from '../../../audit/record-reading.ts';
import type { Deps } from '../../../context.ts';
import { inTransaction } from '../../../transaction.ts';
import type { ProfileFilter } from './conditions.sql.ts';
import { addressesIn } from './terms.ts';

/** Pages, counts and repetitions of a search within an hour are one event. */
const recordSearch = (deps: Deps, actor: UserActor | KeyActor, address: string) =>
  inTransaction(deps, async (inner) => {
    await lockInRole(inner, actor);
    const { user } = await lockConcerned(inner.em, null, address);
    const counted = `${actor.id} searched for ${address}`;
    const limit = { counted, most: 1, hours: 1 };
    if ((await countInTransaction(inner, [limit])) === undefined) {
      await recordReading(inner, actor, 'address.searched', user?.id ?? null);
    }
  });

/**
 * Who may not read addresses finds owners by a whole address, which the history records,
 * and by a domain. Call it outside a transaction. Fails with `RATE_LIMITED`.
 */
export async function filterFor(
  deps: Deps,
  actor: Moderator,
  filter: ProfileFilter,
): Promise<ProfileFilter> {
  if (actor.kind === 'operator' || readsAddress(actor, false)) {
    return filter;
  }
  for (const address of addressesIn(filter.text ?? '')) {
    await recordSearch(deps, actor, address);
  }
  return { ...filter, hidesAddresses: true };
}
