import { type Executor, hasRow } from '@namecard/db';
import { sql } from 'kysely';
import type { Sleep } from './schemas.ts';

/** A week is the most, so that nobody hides an item for good. */
const sleeps: Record<Sleep, string> = { hour: '1 hour', day: '1 day', change: '7 days' };

/**
 * Whether a row of `items` is awake for a person. Each sleep ends if the card changes or
 * is reported. An urgent item sleeps only for the person who snoozed it.
 */
export const isAwake = (person: string | null) => sql`not exists (
  select from snoozes where snoozes.item_id = items.id and snoozes.until > current_instant()
    and (snoozes.user_id = ${person}::uuid or snoozes.everyone and not items.urgent)
    and not exists (
      select from profiles where profiles.id = items.profile_id and profiles.revision <> snoozes.revision
    )
    and not exists (select from reports where reports.item_id = items.id and reports.at > snoozes.at)
)`;

type Snoozing = {
  id: string;
  person: string;
  everyone: boolean;
  length: Sleep;
  action: string;
};

/**
 * Releases the item too. If it is soon woken, it comes first to the same person. Returns
 * false if it slept for everybody before.
 */
export function snooze(
  em: Executor,
  { id, person, everyone, length, action }: Snoozing,
): Promise<boolean> {
  const again = sql`(item_id, user_id) do update set everyone = excluded.everyone, at = excluded.at,
    until = excluded.until, revision = excluded.revision, action_id = excluded.action_id`;
  return hasRow(em)`
    with freed as (
      update items set leased_by = null where id = ${id}
      returning id, profile_id
    )
    insert into snoozes (item_id, user_id, everyone, until, revision, action_id)
    select freed.id, ${person}::uuid, ${everyone}::boolean, current_instant() + ${sleeps[length]}::interval,
      coalesce((select revision from profiles where profiles.id = freed.profile_id), 0), ${action}::uuid
    from freed on conflict ${everyone ? sql`do nothing` : again} returning item_id
  `;
}
