import { type Executor, type Language, statements } from '@namecard/db';
import { sql } from 'kysely';
import { isUndeliverable } from '../mail/recipients.sql.ts';

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
  (invited_at + interval '90 days')::text as "endsAt", mailed_at is not null as "isReminder"`;

/** Until a mail that did not leave is tried again. The longer it waits, the longer. */
const lease = sql`greatest(
  interval '5 minutes',
  (current_instant() - greatest(invited_at, mailed_at + interval '7 days', again_at)) / 2
)`;

/** Claims the invitation whose mail is due longest. */
export async function claimInvitation(em: Executor): Promise<DueInvitation | undefined> {
  const { rows } = await sql<DueInvitation>`
    update invitations set mail_due_at = current_instant() + ${lease}
    where email_key = (
      select email_key from invitations
      where mail_due_at <= current_instant() and invited_at > current_instant() - interval '90 days'
      order by mail_due_at limit 1 for update skip locked
    )
    returning ${columns}, ${isUndeliverable(sql`email_key`)} as "isUndeliverable"
  `.execute(statements(em));
  return rows[0];
}

const reminderAt = sql`coalesce(mailed_at, current_instant()) + interval '7 days'`;

/** The reminder is due seven days after the first mail. A mail after that is the last. */
export const recordMailed = (em: Executor, address: string) =>
  sql`
    update invitations set mailed_at = coalesce(mailed_at, current_instant()), refusal = null,
      reminded_at = case when ${reminderAt} <= current_instant() then current_instant() else reminded_at end,
      mail_due_at = case when ${reminderAt} > current_instant() then ${reminderAt} end
    where email_key = ${address} and mail_due_at is not null
  `.execute(statements(em));

/** No mail of it waits any more. */
export const recordRefused = (em: Executor, address: string, reason: string) =>
  sql`
    update invitations set mail_due_at = null, refusal = ${reason}, draft = null where email_key = ${address}
  `.execute(statements(em));

/** It may have arrived, and is counted. So it is sent again only a day later. */
export const recordUnanswered = (em: Executor, address: string) =>
  sql`
    update invitations set mail_due_at = current_instant() + interval '1 day'
    where email_key = ${address} and mail_due_at is not null
  `.execute(statements(em));

/** The address has had its three mails. Its invitation stays, with the draft. */
export const recordUnmailed = (em: Executor, address: string) =>
  sql`
    update invitations set mail_due_at = null, refusal = case when mailed_at is null then 'mailed_enough' end
    where email_key = ${address}
  `.execute(statements(em));

/** The 50 newest delivered mails of present invitations, newest first. */
export async function deliveredInvitations(em: Executor) {
  const { rows } = await sql<DueInvitation & { id: string; requestedAt: string }>`
    select outbox.id, outbox.created_at as "requestedAt", shown.*
    from outbox join lateral (
      select ${columns}, false as "isUndeliverable" from invitations where email_key = recipient
    ) shown on true
    where letter = 'invitation' and state = 'sent' order by outbox.created_at desc limit 50
  `.execute(statements(em));
  return rows;
}
