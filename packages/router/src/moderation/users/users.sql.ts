import {
  allRows,
  type AuditEventType,
  columnsOf,
  type Executor,
  firstRow,
  type IdentityName,
  readDays,
  readInstant,
  type RowOf,
  type Suspension,
} from '@namecard/db';
import { isSuspended, userColumns } from '../../access/users.sql.ts';
import { recorded, summaryOf } from '../../audit/events.sql.ts';
import type { EventSummary } from '../../audit/messages.ts';
import { whySuspended } from '../../audit/notices.sql.ts';
import type { ToldSuspension } from '../../errors.ts';
import { duplicateIdentitiesOf } from '../duplicates.sql.ts';

const columns = [
  ...userColumns,
  'emailKey',
  'role',
  'profileCount',
  'suspendedAt',
  'suspendedUntil',
] as const;

export type ManagedRow = RowOf<'users', (typeof columns)[number]> &
  Pick<ToldSuspension, 'reason' | 'note'> & {
    isSuspended: boolean;
    duplicateIdentities: IdentityName[];
    lastSeenAt: string | null;
  };

/** The rows come in no order. */
export const readManaged = (
  em: Executor,
  ids: readonly string[],
): Promise<ManagedRow[]> =>
  allRows(em)<ManagedRow>`
    select ${columnsOf('users', columns)}, ${isSuspended} as "isSuspended",
      ${duplicateIdentitiesOf} as "duplicateIdentities", begun.reason, begun.note,
      (select max(last_used_at) from sessions where user_id = users.id) as "lastSeenAt"
    from users left join lateral (${whySuspended}) begun on true
    where users.id = any(${ids}::uuid[])
  `;

/** The newest event of this type on a user, not before an instant. */
export const newestEvent = (
  em: Executor,
  userId: string,
  type: AuditEventType,
  since: string | null,
): Promise<(EventSummary & { after: Record<string, unknown> }) | undefined> =>
  firstRow(em)<EventSummary & { after: Record<string, unknown> }>`
    select ${summaryOf('events')}, events.after from ${recorded('events')}
    where events.user_id = ${userId} and events.type = ${type}
      and events.at >= coalesce(${since}::timestamptz, '-infinity')
    order by events.position desc limit 1
  `;

/** Days of 24 hours from now, by the database's clock. Undefined means no end. */
export const readTerm = async (
  em: Executor,
  days: number | undefined,
): Promise<Suspension> =>
  days === undefined ? { since: await readInstant(em), until: null } : readDays(em, days);
