import { allRows, type Executor, type Language, onlyRow, statements } from '@namecard/db';
import { sql } from 'kysely';
import { bannedUntil } from '../access/bans.sql.ts';
import { isSuspended } from '../access/users.sql.ts';
import { isNever } from '../mail/never-again.sql.ts';
import { isUndeliverable } from '../mail/recipients.sql.ts';
import type { z } from 'zod';
import type { Draft, LineState } from './schemas.ts';

export type Asked = { address: string; hash: string; ban: string | null };

/** What inviting each address would do. */
export async function readStates(
  em: Executor,
  asked: readonly Asked[],
): Promise<Map<string, LineState>> {
  const rows = await allRows(em)<{ address: string; state: LineState }>`
    select address, case
      when users.id is not null and ${isSuspended} then 'suspended'
      when users.id is not null or held_until(address) is not null then 'member'
      when ${bannedUntil(sql`given.ban`)} is not null then 'suspended'
      when is_invited(address) then 'invited'
      when ${isNever(sql`given.hash`)} then 'refused'
      when ${isUndeliverable(sql`address`)} then 'suppressed'
      else 'accepted'
    end as state
    from unnest(${asked.map(({ address }) => address)}::text[], ${asked.map(({ hash }) => hash)}::text[],
      ${asked.map(({ ban }) => ban)}::text[]) as given (address, hash, ban)
    left join users on users.email_key = address
  `;
  return new Map(rows.map(({ address, state }) => [address, state]));
}

/** How many people were invited: in 24 hours by all and by the actor, and by the action. */
export const countInvited = (
  em: Executor,
  { action, actor }: { action: string; actor: string | null },
) =>
  onlyRow(em)<{ all: number; own: number; ofAction: number }>`
    select coalesce(sum(people) filter (where is_recent and actor_kind <> 'operator'), 0)::int as all,
      coalesce(sum(people) filter (where is_recent and actor_id = ${actor}::uuid), 0)::int as own,
      coalesce(sum(people) filter (where action_id = ${action}::uuid), 0)::int as "ofAction"
    from (
      select (events.after ->> 'invited')::int as people, action_id, actor_kind, actor_id,
        events.at > current_instant() - interval '24 hours' as is_recent
      from audit_events events join moderation_actions actions on actions.id = action_id
      where events.type = 'user.invited'
        and (events.at > current_instant() - interval '24 hours' or action_id = ${action}::uuid)
    ) invited
  `;

/** Which of these usernames, in lower case, a card has. */
export async function findTaken(
  em: Executor,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await allRows(em)<{ key: string }>`
    select username_key as key from profiles where username_key = any(${keys}::text[])
  `;
  return new Set(rows.map(({ key }) => key));
}

type NewInvitation = {
  address: string;
  email: string;
  language?: Language | undefined;
  draft?: z.infer<typeof Draft> | undefined;
};

type Inviting = { invitedBy: string | null; eventId: string };

/** An invitation that was withdrawn, used or has ended begins anew. */
export const insertInvitations = (
  em: Executor,
  invited: readonly NewInvitation[],
  { invitedBy, eventId }: Inviting,
) =>
  sql`
    insert into invitations (email_key, email, language, draft, invited_by, event_id, mail_due_at)
    select address, email, language, draft, ${invitedBy}::uuid, ${eventId}::uuid, current_instant()
    from json_to_recordset(${JSON.stringify(invited)}::json) as given (address text, email text, language text, draft jsonb)
    on conflict (email_key) do update set email = excluded.email, language = excluded.language,
      invited_by = excluded.invited_by, event_id = excluded.event_id, draft = excluded.draft, invited_at = excluded.invited_at,
      mail_due_at = excluded.mail_due_at, mailed_at = null, again_at = null, reminded_at = null, refusal = null,
      used_at = null, withdrawn_at = null
  `.execute(statements(em));
