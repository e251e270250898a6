import {
  type ActorKind,
  type AuditEventType,
  ModerationAction,
  type ModerationActionType,
  type ModerationReason,
} from '@namecard/db';
import type { z } from 'zod';
import { deviceOf } from '../access/device.ts';
import { type Actor, type Moderator, operator, type Origin } from '../access/service.ts';
import type { Deps } from '../context.ts';
import { pageOf, sortKeyOf } from '../queries.ts';
import type { SecurityEvent } from '../telemetry.ts';
import { inTransaction } from '../transaction.ts';
import { eventsCsv } from './csv.ts';
import { insertEvents } from './actions/queries.ts';
import { type EventFilter, eventOrder, findEvents } from './queries.ts';
import { ExportAuditInput, ListAuditInput } from './schemas.ts';
import { eventView } from './view.ts';

/** What is asked for, and why. */
export type NewAction = {
  type: ModerationActionType;
  reason?: ModerationReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
  /** How many rows it is asked for, where not all of them were changed. */
  requested?: number;
};

/** What is done to one row: `before` and `after` hold just what changes, `userId` is the owner where it is a profile. */
export type NewEvent = {
  type: AuditEventType;
  userId: string | null;
  profileId?: string;
  username?: string;
  /** The row's revision once it is changed. */
  subjectRevision?: number;
  /** Where they differ from the action's. */
  reason?: ModerationReason | null;
  note?: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  undoesId?: string;
};

/** An empty note is none. */
const writtenNote = (note: string | null | undefined) => note?.trim() || null;

/**
 * Writes a moderation action with its events, and whatever else the transaction's entities have changed; returns the action's
 * id. The rows that the events are about have to be locked by then: so a later position means a later event of a row.
 * @param actor whose id is null where their account was erased meanwhile
 */
export async function recordAction(
  { em, random }: Pick<Deps, 'em' | 'random'>,
  { kind, id, origin }: { kind: ActorKind; id: string | null; origin: Origin },
  action: NewAction,
  events: readonly NewEvent[],
): Promise<string> {
  const { id: actionId } = em.create(ModerationAction, {
    ip: origin.ip,
    ...deviceOf(origin.userAgent),
    id: random.id(),
    type: action.type,
    actorKind: kind,
    actorId: id,
    reason: action.reason ?? null,
    note: writtenNote(action.note),
    privateNote: writtenNote(action.privateNote),
    requested: action.requested ?? events.length,
    done: events.length,
  });
  await em.flush();
  const lines = events.map((event) => ({ ...event, id: random.id(), actionId }));
  await insertEvents(em, { events: JSON.stringify(lines) });
  return actionId;
}

/** What an operator's command does to the whole service. */
type Operation = Extract<
  AuditEventType,
  'counts.repaired' | 'secret.rotated' | 'database.restored' | 'database.moved'
>;

/** Writes down what an operator's command has done to the whole service. */
export const recordOperation = (
  deps: Pick<Deps, 'em' | 'random'>,
  type: Operation,
  changed: Pick<NewEvent, 'after'> & Partial<Pick<NewEvent, 'before'>>,
): Promise<string> =>
  inTransaction(deps, (inner) =>
    recordAction(inner, operator, { type }, [
      { type, userId: null, before: {}, ...changed },
    ]),
  );

/** Rows of one call of the export. */
const exportSize = 1_000;

/** A page of what the actor may see: moderators what was done to profiles, admins everything. */
async function readPage(
  { reader }: Pick<Deps, 'reader'>,
  actor: Actor,
  filter: EventFilter,
  cursor: string | undefined,
  limit: number,
) {
  const after = sortKeyOf(eventOrder, cursor);
  const rows = await findEvents(reader, actor.role, { filter, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(eventOrder, rows, limit);
  return { events: page.map((row) => eventView(row, actor)), nextCursor };
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

/** The security events that go with what is recorded of a user. */
const securityEvents: Partial<Record<AuditEventType, SecurityEvent>> = {
  'user.role_changed': 'role_changed',
  'user.suspended': 'suspended',
  'user.unsuspended': 'unsuspended',
  'session.revoked': 'sessions_ended',
};

/** Reports what was done to a user to the operator, once it is committed. */
export function reportChange(
  { telemetry }: Pick<Deps, 'telemetry'>,
  { id: by }: Moderator,
  { type, ...concerned }: { type: AuditEventType; user: string; address: string },
): void {
  const event = securityEvents[type];
  if (event !== undefined) {
    telemetry.event(event, { ...concerned, ...(by !== null && { by }) });
  }
}
