import { isoInstant } from '../text.ts';
import type { z } from 'zod';
import { canUndo } from './policy.ts';
import type { EventRow } from './queries.ts';
import type { Event } from './schemas.ts';
import type { Actor } from '../auth/sessions.ts';

type Event = z.infer<typeof Event>;

function subjectOf(row: EventRow): Event['subject'] {
  return row.profile_id === null
    ? { kind: 'user', id: row.user_id, email: row.email }
    : { kind: 'profile', id: row.profile_id, username: row.username ?? '' };
}

/** An event as whoever asks is told of it. */
export function eventView(row: EventRow, actor: Pick<Actor, 'role'>): Event {
  return {
    id: row.id,
    act: row.act_id,
    at: isoInstant(row.at),
    action: row.action,
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
