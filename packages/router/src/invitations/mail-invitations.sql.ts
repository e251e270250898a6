import {
  allRows,
  type Executor,
  firstRow,
  type Language,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { pauseSince } from '../mail/pauses.sql.ts';
import { isUndeliverable } from '../mail/recipients.sql.ts';
import { endsAt, isKept } from './invitations.sql.ts';

export type DueInvitation = {
  address: string;
  email: string;
  /** Null for the product's language. */
  language: Language | null;
  /** The username of the admin who invited. */
  inviter: string | null;
  endsAt: string;
  /** Whether a mail has left before. */
  isReminder: boolean;
  isUndeliverable: boolean;
};

const columns = sql`email_key as address, email, language,
  (select username from users where users.id = invited_by) as inviter,
  ${endsAt}, mailed_at is not null as "isReminder"`;

/** The reminder is due seven days after the first mail. */
const reminderAt = sql`coalesce(mailed_at, current_instant()) + interval '7 days'`;

/** When the mail was due first. The one of an admin who asks comes before the reminder. */
const dueSince = sql`greatest(
  invited_at, again_at, case when ${reminderAt} <= current_instant() then ${reminderAt} end
)`;

/** Claims the invitation whose mail is due longest. */
export const claimInvitation = (em: Executor): Promise<DueInvitation | undefined> =>
  firstRow(em)<DueInvitation>`
    update invitations set mail_due_at = current_instant() + ${pauseSince(dueSince)}
    where email_key = (
      select email_key from invitations
      where mail_due_at <= current_instant() and ${isKept}
      order by mail_due_at limit 1 for update skip locked
    )
    returning ${columns}, ${isUndeliverable(sql`email_key`)} as "isUndeliverable"
  `;

/** Leaves an invitation that was withdrawn or used while its mail was at the provider. */
const recording =
  (changed: RawBuilder<unknown>) =>
  (em: Executor, address: string): Promise<unknown> =>
    sql`
      update invitations set ${changed} where email_key = ${address} and mail_due_at is not null
    `.execute(statements(em));

/** The first mail is followed by the reminder. A mail after that is the last. */
export const recordMailed = recording(sql`
  mailed_at = coalesce(mailed_at, current_instant()), refusal = null,
  reminded_at = case when ${reminderAt} <= current_instant() then current_instant() else reminded_at end,
  mail_due_at = case when ${reminderAt} > current_instant() then ${reminderAt} end
`);

/** No mail of it waits any more. */
export const recordRefused = (em: Executor, address: string, reason: string) =>
  recording(sql`mail_due_at = null, refusal = ${reason}, draft = null`)(em, address);

/** It may have arrived, and is counted. So it is sent again only a day later. */
export const recordUnanswered = recording(
  sql`mail_due_at = current_instant() + interval '1 day'`,
);

/** The address has had its three mails. Its invitation stays, with the draft. */
export const recordUnmailed = recording(
  sql`mail_due_at = null, refusal = case when mailed_at is null then 'mailed_enough' end`,
);

/** The 50 newest delivered mails of present invitations, newest first. */
export const deliveredInvitations = (em: Executor) =>
  allRows(em)<DueInvitation & { id: string; requestedAt: string }>`
    select outbox.id, outbox.created_at as "requestedAt", shown.*
    from outbox join lateral (
      select ${columns}, false as "isUndeliverable" from invitations where email_key = recipient
    ) shown on true
    where letter = 'invitation' and state = 'sent' order by outbox.created_at desc limit 50
  `;
