import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../access/caller.ts';
import type { ActionRow } from './list-actions.sql.ts';
import { canUndo, isOfUndoableKind } from './policy.ts';
import type { EventRow } from './read-events.sql.ts';
import { AuditAction, AuditEvent } from './schemas.ts';

type AuditEvent = z.infer<typeof AuditEvent>;

function subjectOf({
  profileId,
  username,
  userId,
  email,
}: EventRow): AuditEvent['subject'] {
  return profileId === null
    ? { kind: 'user', id: userId, email }
    : { kind: 'profile', id: profileId, username: username ?? '' };
}

export function eventView(row: EventRow, actor: Moderator): AuditEvent {
  const { actorKind, actorId, actorEmail, actorKey, ip, browser, system } = row;
  return {
    id: row.id,
    action: row.actionId,
    actionEvents: row.actionEvents,
    at: isoInstant(row.at),
    type: row.type,
    actorKind,
    actor:
      actorId === null || actorEmail === null ? null : { id: actorId, email: actorEmail },
    actorKey,
    subject: subjectOf(row),
    reason: row.reason,
    note: row.note,
    privateNote: row.privateNote,
    before: row.before,
    after: row.after,
    undoes: row.undoesId,
    undoneBy: row.undoneBy,
    canUndo: canUndo(actor, row),
    from: { ip, browser, system },
  };
}

/** @param first tells the kind of act: all events of an action have one type */
export function actionView(
  { id, events, undone, open }: ActionRow,
  first: EventRow,
  actor: Moderator,
): z.infer<typeof AuditAction> {
  const undoable = isOfUndoableKind(actor, first) ? open : 0;
  return { id, events, undone, undoable, first: eventView(first, actor) };
}
