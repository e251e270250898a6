import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { viewerOf } from '../access/viewer.ts';
import type { Deps } from '../context.ts';
import { readPage } from '../cursor.ts';
import { actionOrder, findActions } from './list-actions.sql.ts';
import { loadEvents } from './read-events.sql.ts';
import type { ListAuditInput } from './schemas.ts';
import { actionView } from './view.ts';

/** Moderators see only acts on cards. Fails with `INPUT_INVALID`. */
export async function listActions(
  { em, settings }: Deps,
  actor: Caller,
  { cursor, limit, ...filter }: z.infer<typeof ListAuditInput>,
) {
  const viewer = viewerOf(actor, { settings });
  const { page, nextCursor } = await readPage(actionOrder, { cursor, limit }, (asked) =>
    findActions(em, viewer, { filter, ...asked }),
  );
  const first = await loadEvents(
    em,
    page.map(({ firstId }) => firstId),
  );
  const byId = new Map(first.map((event) => [event.id, event]));
  const actions = page.flatMap((row) => {
    const event = byId.get(row.firstId);
    return event ? [actionView(row, event, actor, filter)] : [];
  });
  return { data: { actions, nextCursor } };
}
