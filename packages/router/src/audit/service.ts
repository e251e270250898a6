import type { Action as AuditEventType, EventReason as ModerationReason } from '@namecard/db';
import type { z } from 'zod';
import type { Actor, Origin } from '../access/service.ts';
import type { Deps } from '../context.ts';
import { readCursor, writeCursor } from '../queries.ts';
import { eventsCsv } from './csv.ts';
import { type EventFilter, findEvents, insertEvents } from './queries.ts';
import type { ExportAuditInput, ListAuditInput } from './schemas.ts';
import { eventView } from './view.ts';

/** What was done to one row: `before` and `after` hold just what changed, `userId` is the owner where it is a profile. */
export type NewEvent = {
  type: AuditEventType;
  userId: string | null;
  profileId?: string;
  username?: string;
  reason?: ModerationReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The event that this one undoes. */
  undoes?: string;
};

/** An empty note is none. */
const writtenNote = (note: string | null | undefined) => note?.trim() || null;

/**
 * Records a moderation action and its events in the caller's transaction; returns its id. The rows they are about have to be
 * locked by then: so a later position means a later event of a row.
 */
export async function recordAction(
  { em, random }: Pick<Deps, 'em' | 'random'>,
  actor: { id: string | null; origin: Origin },
  events: readonly NewEvent[],
): Promise<string> {
  const action = random.id();
  const rows = events.map((event) => ({
    id: random.id(),
    action: event.type,
    user_id: event.userId,
    profile_id: event.profileId ?? null,
    username: event.username ?? null,
    reason: event.reason ?? null,
    note: writtenNote(event.note),
    private_note: writtenNote(event.privateNote),
    before: event.before,
    after: event.after,
    undoes_id: event.undoes ?? null,
  }));
  await insertEvents(em, { action, actorId: actor.id, origin: actor.origin, rows });
  return action;
}

/** Rows of one call of the export. */
const exportSize = 1_000;

/** A list's cursor is the position of its last event. */
const cursorShape = /^e(\d{1,18})$/;

/** A page of what the actor may see: moderators what was done to profiles, admins everything. */
async function readPage(
  { reader }: Pick<Deps, 'reader'>,
  actor: Actor,
  filter: EventFilter,
  cursor: string | undefined,
  limit: number,
) {
  const [after] = readCursor(cursorShape, cursor);
  const rows = await findEvents(reader, actor.role, { filter, after, limit: limit + 1 });
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
  actor: Actor,
  { cursor, ...filter }: z.infer<typeof ExportAuditInput>,
) {
  const { events, nextCursor } = await readPage(deps, actor, filter, cursor, exportSize);
  return { data: { csv: eventsCsv(events, cursor === undefined), nextCursor } };
}
