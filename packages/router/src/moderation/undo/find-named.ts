import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { viewerOf } from '../../access/viewer.ts';
import { eventOrder } from '../../audit/read-events.sql.ts';
import type { Deps } from '../../context.ts';
import { readPage } from '../../cursor.ts';
import { actionNotFound } from './errors.ts';
import { mostAtOnce, mostEvents } from './policy.ts';
import type { UndoInput } from './schemas.ts';
import { type DoneEvent, findActs, findDone } from './undo.sql.ts';

type Named = { events: DoneEvent[]; nextCursor: string | null };

/** Visible events only, newest first. Fails with `ACTION_NOT_FOUND`. */
export async function findNamed(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  { filter, ...input }: z.infer<typeof UndoInput>,
): Promise<Named> {
  const viewer = viewerOf(actor, { settings });
  if (filter) {
    const { cursor, ...acts } = filter;
    // No job does an operator's undo, which goes page by page.
    const limit = actor.kind === 'operator' ? mostAtOnce : mostEvents;
    const { page, nextCursor } = await readPage(eventOrder, { cursor, limit }, (asked) =>
      findActs(em, acts, { viewer, ...asked }),
    );
    return { events: page, nextCursor };
  }
  const events = await findDone(em, viewer, input);
  if (events.length === 0) {
    throw actionNotFound();
  }
  return { events, nextCursor: null };
}
