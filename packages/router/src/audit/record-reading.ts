import type { KeyActor, UserActor } from '../access/caller.ts';
import { countInTransaction } from '../access/limits.ts';
import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { recordEvent } from './record-action.ts';

/** People whose address or data one actor reads or searches for in an hour. */
const mostAnHour = 60;

/** Call it last in the transaction. Fails with `RATE_LIMITED`. */
export async function limitReadings(
  deps: Pick<Deps, 'em' | 'hashes'>,
  { id }: UserActor | KeyActor,
): Promise<void> {
  const counted = `addresses read by ${id}`;
  const wait = await countInTransaction(deps, [{ counted, most: mostAnHour, hours: 1 }]);
  if (wait !== undefined) {
    throw rateLimited(wait);
  }
}

/**
 * Call it last in the transaction. `userId` is null if nobody has the address: its text
 * is not kept. Fails with `RATE_LIMITED`.
 */
export async function recordReading(
  deps: Deps,
  actor: UserActor | KeyActor,
  type: 'address.read' | 'address.searched',
  userId: string | null,
): Promise<void> {
  await limitReadings(deps, actor);
  await recordEvent(deps, actor, { type, userId, after: { found: userId !== null } });
}
