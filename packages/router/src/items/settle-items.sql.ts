import { preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';

const subject = sql`coalesce(items.profile_id, items.user_id)`;

type Closing = {
  action: string;
  by: string | null;
  /** What owners are told, which is the answer to an appeal. */
  note: string | null;
  /** A JSON array of a card or account, the kinds of its items that are closed, how, and the ids of those that stay open. */
  decided: string;
};

/** Closes the open items of some kinds of each card or account. Keeps of a card what was decided about. */
export const closeItems = preparedSql(
  (value: Value<Closing>) => sql`
    update items set closed_at = current_instant(), closed_by = ${value('by')}::uuid,
      outcome = decided.outcome, action_id = ${value('action')}::uuid,
      answer = case when items.kind = 'appealed' then ${value('note')}::text end,
      seen = (
        select jsonb_build_object('revision', revision, 'about', about, 'socials', socials)
        from profiles where profiles.id = items.profile_id
      ),
      leased_by = null, leased_until = null
    from json_to_recordset(${value('decided')}::json) as decided (subject uuid, kinds text[], outcome text, spared uuid[])
    where ${subject} = decided.subject and items.kind = any(decided.kinds) and items.closed_at is null
      and items.id <> all(coalesce(decided.spared, '{}'))
  `,
);

type Undoing = { action: string; by: string | null; undone: readonly string[] };

/**
 * Opens what was closed by events that are undone, unless another item of its kind is open by now. A second look that they asked
 * for is needed no longer. Where a card is hidden again, or an account suspended, the appeal is against that by now: so its answer
 * stands where the reason for that stands.
 */
export const reopenItems = preparedSql(
  (value: Value<Undoing>) => sql`
    with undone as (
      select action_id, coalesce(profile_id, user_id) as subject,
        type in ('profile.restored', 'user.unsuspended') as "isGrant"
      from audit_events where id = any(${value('undone')}::uuid[])
    ),
    withdrawn as (
      update items set closed_at = current_instant(), closed_by = ${value('by')}::uuid,
        outcome = 'withdrawn', action_id = ${value('action')}::uuid, leased_by = null, leased_until = null
      from undone where items.kind = 'second_look' and items.cause = undone.action_id
        and ${subject} = undone.subject and items.closed_at is null
    )
    update items set closed_at = null, closed_by = null, outcome = null, action_id = null, answer = null,
      seen = null, renewals = 0,
      cause = case when "isGrant" then ${value('action')}::uuid else cause end
    from undone where items.action_id = undone.action_id and ${subject} = undone.subject
      and items.closed_at is not null and not exists (
        select from items other where coalesce(other.profile_id, other.user_id) = undone.subject
          and other.kind = items.kind and other.closed_at is null
      )
  `,
);
