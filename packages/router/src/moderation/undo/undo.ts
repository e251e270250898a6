import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { canSeeEvent } from '../../audit/policy.ts';
import { recordAction } from '../../audit/record-action.ts';
import { reportChange } from '../../audit/report-change.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { actionNotFound, type Undoing } from './errors.ts';
import type { UndoInput } from './schemas.ts';
import { undoProfiles } from './undo-profiles.ts';
import { undoUsers } from './undo-users.ts';
import { type DoneEvent, findDone } from './undo.sql.ts';

/** An action is on profiles or on users, never on both. */
const undoEvents = async (
  deps: Deps,
  actor: Moderator,
  done: readonly DoneEvent[],
): Promise<Undoing[]> => [
  ...(await undoProfiles(
    deps,
    actor,
    done.filter((event) => event.profileId !== null),
  )),
  ...(await undoUsers(
    deps,
    actor,
    done.filter((event) => event.profileId === null),
  )),
];

/**
 * Undoes a moderation action, or one event of it: as an action of its own, which can be undone in turn. Each row is rejected
 * where something was done to it since, where this was undone already, where the row is gone, and where what was done can't be
 * undone. For admins; for moderators what was done to profiles. Gives `ACTION_NOT_FOUND`.
 */
export async function undo(
  deps: Deps,
  actor: Moderator,
  input: z.infer<typeof UndoInput>,
) {
  const undone = await inTransaction(deps, async (inner) => {
    const done = (await findDone(inner.em, input)).filter((event) =>
      canSeeEvent(actor, event),
    );
    if (done.length === 0) {
      throw actionNotFound();
    }
    const undoings = await undoEvents(inner, actor, done);
    const events = undoings.flatMap(({ event }) => (event ? [event] : []));
    const undoing = { type: 'undo', requested: done.length } as const;
    const action =
      events.length > 0 ? await recordAction(inner, actor, undoing, events) : null;
    return { action, undoings };
  });
  for (const { result, event } of undone.undoings) {
    if (event && event.userId !== null && result.label !== null) {
      reportChange(deps, actor, {
        type: event.type,
        user: event.userId,
        address: result.label,
      });
    }
  }
  const results = undone.undoings.map(({ result }) => result);
  return { data: { action: undone.action, results } };
}
