import { instantOfIso } from '@namecard/db';
import type { z } from 'zod';
import type { Deps } from '../../context.ts';
import type { ActionsByInput, UndoInput } from './schemas.ts';
import { type ActionOf, findActionsBy } from './undo.sql.ts';

/** What one moderator, admin or service key has done since an instant, the newest first. */
export const listActionsBy = (
  { em }: Pick<Deps, 'em'>,
  { by, session, since }: z.infer<typeof ActionsByInput>,
): Promise<ActionOf[]> =>
  findActionsBy(em, {
    actor: by,
    session: session ?? null,
    since: instantOfIso(since),
  });

type Undo = z.infer<typeof UndoInput>;

/**
 * What has to be undone, in order, so that each row comes back to what it was before the first of the actions. Some of them may
 * have undone one another: of such a chain the last event is undone, and only where it does what the first one did.
 */
export function undosOf(actions: readonly ActionOf[]): Undo[] {
  const events = new Map(
    actions.flatMap((action) => action.events).map((event) => [event.id, event]),
  );
  const undone = new Set([...events.values()].map(({ undoes }) => undoes));
  const isToUndo = ({ id, undoes }: ActionOf['events'][number]): boolean => {
    let length = 0;
    for (let target = events.get(undoes ?? ''); target; length += 1) {
      target = events.get(target.undoes ?? '');
    }
    return !undone.has(id) && length % 2 === 0;
  };
  return actions.flatMap((action): Undo[] => {
    const chosen = action.events.filter(isToUndo);
    return chosen.length === action.events.length
      ? [{ action: action.id }]
      : chosen.map(({ id }) => ({ event: id }));
  });
}
