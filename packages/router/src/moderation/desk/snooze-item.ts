import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { changedMeanwhile } from '../../access/errors.ts';
import { lockModerator } from '../../access/moderator.ts';
import { recordEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { lockToDecide } from './lock-subject.ts';
import type { ClosedItem, SnoozeInput } from './schemas.ts';
import { snooze } from './snoozes.sql.ts';
import { countFree } from './viewer.ts';

/**
 * Takes an item off the desk for some time: an urgent one or an appeal for the actor
 * alone, another one for everybody, but only once. Fails with `ITEM_NOT_FOUND`,
 * `CHANGED_MEANWHILE`, `OWN_REPORT`.
 */
export const snoozeItem = (
  deps: Deps,
  actor: SignedInUser,
  { id, length }: z.infer<typeof SnoozeInput>,
): Promise<z.infer<typeof ClosedItem>> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor);
    const { item, card } = await lockToDecide(inner, actor, id);
    const everyone = !item.urgent && item.kind !== 'appealed';
    const action = await recordEvent(inner, actor, {
      type: 'item.snoozed',
      userId: item.userId,
      ...(card && {
        profileId: card.id,
        username: card.username,
        subjectRevision: card.revision,
      }),
      after: { length },
    });
    if (!(await snooze(inner.em, { id, person: actor.id, everyone, length, action }))) {
      throw changedMeanwhile(
        'It was snoozed before, and an item sleeps once. Decide now.',
      );
    }
    return { data: { action, lanes: await countFree(actor, inner) } };
  });
