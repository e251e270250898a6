import type { z } from 'zod';
import type { UserActor } from '../../access/caller.ts';
import { lockPeople } from '../../access/locks.sql.ts';
import { lockInRole } from '../../access/moderator.ts';
import { recordReading } from '../../audit/record-reading.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { UserId } from '../../users/schemas.ts';
import { loadManaged } from './change-user.ts';
import type { ReadAddress } from './schemas.ts';

/** The history records it. Fails with `USER_NOT_FOUND`, `RATE_LIMITED`. */
export const readAddress = (
  deps: Deps,
  actor: UserActor,
  { id }: z.infer<typeof UserId>,
): Promise<z.infer<typeof ReadAddress>> =>
  inTransaction(deps, async (inner) => {
    await lockInRole(inner, actor);
    await lockPeople(inner.em, [id]);
    const { email } = await loadManaged(inner.em, id);
    await recordReading(inner, actor, 'address.read', id);
    return { data: { email } };
  });
