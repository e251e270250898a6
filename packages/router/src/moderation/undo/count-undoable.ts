import type { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import { isOfUndoableKind } from '../../audit/policy.ts';
import type { Deps } from '../../context.ts';
import { findNamed } from './find-named.ts';
import { takesAdmin } from './policy.ts';
import type { Undoable, UndoableInput } from './schemas.ts';
import { countOpen } from './undo.sql.ts';

export async function countUndoable(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Caller,
  filter: z.infer<typeof UndoableInput>,
): Promise<z.infer<typeof Undoable>> {
  const { events, nextCursor } = await findNamed({ em, settings }, actor, { filter });
  const undoable = events.filter((event) => isOfUndoableKind(actor, event));
  const ids = undoable.map(({ id }) => id);
  const cards = await countOpen(em, ids, personOf(actor));
  return {
    data: {
      cards,
      acts: new Set(undoable.map(({ actionId }) => actionId)).size,
      needsAdmin: takesAdmin(actor, undoable, cards),
      isMore: nextCursor !== null,
    },
  };
}
