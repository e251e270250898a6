import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../access/caller.ts';
import { roleIn } from '../access/policy.ts';
import { shownAddress } from '../access/view.ts';
import type { ActionRow } from './list-actions.sql.ts';
import { canUndo, isOfUndoableKind } from './policy.ts';
import type { EventFilter, EventRow } from './read-events.sql.ts';
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

/**
 * Moderators read where colleagues act from in no list, and private notes only in the
 * history of one card.
 */
export function eventView(
  row: EventRow,
  actor: Moderator,
  { profileId }: Pick<EventFilter, 'profileId'>,
): AuditEvent {
  const isAdmin = roleIn(actor) === 'admin';
  const { actorKind, actorId, actorEmail, actorKey, ip, browser, system } = row;
  return {
    id: row.id,
    action: row.actionId,
    actionEvents: row.actionEvents,
    at: isoInstant(row.at),
    type: row.type,
    actorKind,
    actor:
      actorId === null || actorEmail === null
        ? null
        : { id: actorId, ...shownAddress(actor, actorEmail, true) },
    actorKey,
    subject: subjectOf(row),
    reason: row.reason,
    note: row.note,
    privateNote: isAdmin || profileId !== undefined ? row.privateNote : null,
    before: row.before,
    after: row.after,
    undoes: row.undoesId,
    undoneBy: row.undoneBy,
    canUndo: canUndo(actor, row),
    from: isAdmin ? { ip, browser, system } : { ip: '', browser: '', system: '' },
  };
}

/** @param first tells the kind of act: all events of an action have one type */
export function actionView(
  { id, events, undone, open }: ActionRow,
  first: EventRow,
  actor: Moderator,
  filter: EventFilter,
): z.infer<typeof AuditAction> {
  const undoable = isOfUndoableKind(actor, first) ? open : 0;
  return { id, events, undone, undoable, first: eventView(first, actor, filter) };
}
