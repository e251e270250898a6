import type { z } from 'zod';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../deadlocks.ts';
import { AppError } from '../../errors.ts';
import { isToldOf } from '../../events/policy.ts';
import { recordEvents, type Origin } from '../../events/record.ts';
import { undoOfProfiles, type Undoing } from './profiles.ts';
import { findDone, type DoneEvent } from './queries.ts';
import type { UndoInput } from './schemas.ts';
import { undoOfUsers } from './users.ts';

const actNotFound = () =>
  new AppError('NOT_FOUND', 'ACT_NOT_FOUND', 'There is no such act that you could undo.');

/** An act is on profiles or on users, never on both. */
const takeBack = async (
  deps: Deps,
  actor: Actor,
  done: readonly DoneEvent[],
): Promise<Undoing[]> => [
  ...(await undoOfProfiles(
    deps,
    actor,
    done.filter((event) => event.profile_id !== null),
  )),
  ...(await undoOfUsers(
    deps,
    actor,
    done.filter((event) => event.profile_id === null),
  )),
];

/**
 * Takes an act back, or one event of it: as an act of its own, which can be taken back in turn. Each row is refused where
 * another act touched it since, where this one was undone already, where the row is gone, and where what was done can't be
 * taken back. For admins; for moderators what was done to profiles. Gives `ACT_NOT_FOUND`.
 */
export async function undo(
  deps: Deps,
  actor: Actor,
  origin: Origin,
  input: z.infer<typeof UndoInput>,
) {
  return inTransaction(deps.em, async (em) => {
    const inner = { ...deps, em };
    const done = (await findDone(em, input)).filter((event) => isToldOf(actor, event));
    if (done.length === 0) {
      throw actNotFound();
    }
    const undoings = await takeBack(inner, actor, done);
    const events = undoings.flatMap(({ event }) => (event ? [event] : []));
    const by = { actorId: actor.userId, origin };
    const act = events.length > 0 ? await recordEvents(inner, by, events) : null;
    return { data: { act, results: undoings.map(({ result }) => result) } };
  });
}
