import { type Executor, preparedRow, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from './users.sql.ts';

const ticketMinutes = 30;

/** `endsAt` is the end of the ticket. Instants are the database's text. */
export type Ticket = { userId: string; since: string; endsAt: string };

/** Nothing if the user is not suspended. */
export const readTicket = preparedRow(
  (value: Value<Pick<Ticket, 'userId'>>) => sql<Ticket>`
    select id as "userId", suspended_at::text as since,
      (current_instant() + make_interval(mins => ${sql.lit(ticketMinutes)}))::text as "endsAt"
    from users where id = ${value('userId')} and ${isSuspended}
  `,
);

/** Nothing for an ended ticket, or another suspension or address. */
export const lockTicketHolder = preparedRow(
  (value: Value<Ticket & { address: string }>) => sql<{
    id: string;
    isSuspended: boolean;
  }>`
    select id, ${isSuspended} as "isSuspended" from users
    where id = ${value('userId')}::uuid and email_key = ${value('address')}
      and suspended_at = ${value('since')}::timestamptz and current_instant() < ${value('endsAt')}::timestamptz
    for no key update
  `,
);

const exportRow = preparedSql(
  (value: Value<Pick<Ticket, 'userId' | 'endsAt'>>) => sql`
    select from audit_events events
    join moderation_actions actions on actions.id = events.action_id and actions.actor_id = events.user_id and actions.session_id is null
    where events.user_id = ${value('userId')}::uuid and events.type = 'user.exported'
      and events.at >= ${value('endsAt')}::timestamptz - make_interval(mins => ${sql.lit(ticketMinutes)})
    limit 1
  `,
);

/** Whether the person has saved their data since they got the ticket. Lock them first. */
export const hasSavedBy = async (
  em: Executor,
  { userId, endsAt }: Ticket,
): Promise<boolean> => (await exportRow(em, { userId, endsAt })).length > 0;
