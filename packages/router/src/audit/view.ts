import type { z } from 'zod';
import type { Actor } from '../access/service.ts';
import { isoInstant } from '../text.ts';
import { canUndo } from './policy.ts';
import type { EventRow } from './queries.ts';
import { AuditEvent } from './schemas.ts';

type AuditEvent = z.infer<typeof AuditEvent>;

function subjectOf(row: EventRow): AuditEvent['subject'] {
  return row.profile_id === null
    ? { kind: 'user', id: row.user_id, email: row.email }
    : { kind: 'profile', id: row.profile_id, username: row.username ?? '' };
}

export function eventView(row: EventRow, actor: Pick<Actor, 'role'>): AuditEvent {
  return {
    id: row.id,
    action: row.act_id,
    at: isoInstant(row.at),
    type: row.action,
    actor:
      row.actor_id === null || row.actor_email === null
        ? null
        : { id: row.actor_id, email: row.actor_email },
    subject: subjectOf(row),
    reason: row.reason,
    note: row.note,
    privateNote: row.private_note,
    before: row.before,
    after: row.after,
    undoes: row.undoes_id,
    undoneBy: row.undone_by,
    canUndo: canUndo(actor, row),
    from: { ip: row.ip, browser: row.browser, system: row.system },
  };
}
