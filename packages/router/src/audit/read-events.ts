import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import { viewerOf } from '../access/viewer.ts';
import type { Deps } from '../context.ts';
import { pageOf, sortKeyOf } from '../cursor.ts';
import { eventsCsv } from './csv.ts';
import { type EventFilter, eventOrder, findEvents } from './read-events.sql.ts';
import { ExportAuditInput, ListAuditInput } from './schemas.ts';
import { eventView } from './view.ts';

/** Rows of one call of the export. */
const exportSize = 1_000;

/** A page of what the actor may see: moderators what was done to profiles, admins everything. */
async function readPage(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Caller,
  filter: EventFilter,
  cursor: string | undefined,
  limit: number,
) {
  const after = sortKeyOf(eventOrder, cursor);
  const viewer = viewerOf(actor, { settings });
  const rows = await findEvents(em, viewer, { filter, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(eventOrder, rows, limit);
  return { events: page.map((row) => eventView(row, actor)), nextCursor };
}

/** What was done, newest first. Gives `INPUT_INVALID` for a cursor that is none. */
export async function listEvents(
  deps: Deps,
  actor: Caller,
  { cursor, limit, ...filter }: z.infer<typeof ListAuditInput>,
) {
  return { data: await readPage(deps, actor, filter, cursor, limit) };
}

/**
 * The same as CSV (RFC 4180, in UTF-8), a thousand rows a call; only the first call, without a cursor, names the columns. Put
 * one after the other the calls' texts are one file. Gives `INPUT_INVALID` for a cursor that is none.
 */
export async function exportEvents(
  deps: Deps,
  actor: Caller,
  { cursor, ...filter }: z.infer<typeof ExportAuditInput>,
) {
  const { events, nextCursor } = await readPage(deps, actor, filter, cursor, exportSize);
  return { data: { csv: eventsCsv(events, cursor === undefined), nextCursor } };
}
