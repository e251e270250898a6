import { csvOf } from '@namecard/look/csv';
import type { z } from 'zod';
import type { Caller, SignedInUser } from '../access/caller.ts';
import { viewerOf } from '../access/viewer.ts';
import type { Deps } from '../context.ts';
import { readPage } from '../cursor.ts';
import { inTransaction } from '../transaction.ts';
import { columns } from './csv.ts';
import { recordEvent } from './record-action.ts';
import {
  type EventFilter,
  eventOrder,
  findEvents,
  hasExported,
} from './read-events.sql.ts';
import { ExportAuditInput, ListAuditInput } from './schemas.ts';
import { eventView } from './view.ts';

/** Rows per call of the export. */
const exportSize = 1_000;

/** Moderators see acts on profiles, admins everything. */
async function readEvents(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Caller,
  filter: EventFilter,
  asked: Parameters<typeof readPage>[1],
) {
  const viewer = viewerOf(actor, { settings });
  const { page, nextCursor } = await readPage(eventOrder, asked, (next) =>
    findEvents(em, viewer, { filter, ...next }),
  );
  return { events: page.map((row) => eventView(row, actor, filter)), nextCursor };
}

/** Newest first. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function listEvents(
  deps: Deps,
  actor: Caller,
  { cursor, limit, ...filter }: z.infer<typeof ListAuditInput>,
) {
  return { data: await readEvents(deps, actor, filter, { cursor, limit }) };
}

/**
 * The same as CSV (RFC 4180, UTF-8), a thousand rows a call. Only the first call
 * names the columns, so all calls together are one file. The history records that call,
 * or a later one if the session began no export within the hour. Fails with `INPUT_INVALID`.
 */
export async function exportEvents(
  deps: Deps,
  actor: SignedInUser,
  { cursor, ...filter }: z.infer<typeof ExportAuditInput>,
) {
  const asked = { cursor, limit: exportSize };
  const { events, nextCursor } = await readEvents(deps, actor, filter, asked);
  if (cursor === undefined || !(await hasExported(deps.em, actor))) {
    await inTransaction(deps, (inner) =>
      recordEvent(inner, actor, { type: 'history.exported' }),
    );
  }
  return { data: { csv: csvOf(columns, events, cursor === undefined), nextCursor } };
}
