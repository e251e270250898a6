import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps } from '../context.ts';
import { readCursor, writeCursor } from '../cursors.ts';
import { eventsCsv } from './export.ts';
import { findEvents, type EventFilter } from './queries.ts';
import type { ExportEventsInput, ListEventsInput } from './schemas.ts';
import { eventView } from './view.ts';

/** Rows of one call of the export. */
const exported = 1_000;

/** A list's cursor is the position it has come to. */
const cursorShape = /^e(\d{1,18})$/;

/** A page of what the actor is told of: moderators of what was done to profiles, admins of everything. */
async function readPage(
  { em }: Deps,
  actor: Actor,
  filter: EventFilter,
  cursor: string | undefined,
  limit: number,
) {
  const [after] = readCursor(cursorShape, cursor);
  const rows = await findEvents(em, actor.role, { filter, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    events: page.map((row) => eventView(row, actor)),
    nextCursor: last ? writeCursor(`e${last.position}`) : null,
  };
}

/** What was done, newest first. Gives `INPUT_INVALID` for a cursor that is none. */
export async function listEvents(
  deps: Deps,
  actor: Actor,
  { cursor, limit, ...filter }: z.infer<typeof ListEventsInput>,
) {
  return { data: await readPage(deps, actor, filter, cursor, limit) };
}

/**
 * The same as CSV (RFC 4180, in UTF-8), a thousand rows a call; only the first call, without a cursor, names the columns. Put
 * one after the other the calls' texts are one file. Gives `INPUT_INVALID` for a cursor that is none.
 */
export async function exportEvents(
  deps: Deps,
  actor: Actor,
  { cursor, ...filter }: z.infer<typeof ExportEventsInput>,
) {
  const { events, nextCursor } = await readPage(deps, actor, filter, cursor, exported);
  return { data: { csv: eventsCsv(events, cursor === undefined), nextCursor } };
}
