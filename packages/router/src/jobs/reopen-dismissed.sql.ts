import { preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from '../access/users.sql.ts';

type Of = { people: readonly string[] | null };

/**
 * Items that were closed with a suspension, of which a reporter is not suspended any
 * more. Not if the card is hidden, or if somebody has decided about it since.
 */
const isDue = (value: Value<Of>) => sql`
  items.outcome = 'dismissed' and exists (
    select from reports join users on users.id = reports.reporter_id
    where reports.item_id = items.id and not ${isSuspended}
      and (${value('people')}::uuid[] is null or users.id = any(${value('people')}::uuid[]))
  ) and exists (select from profiles where profiles.id = items.profile_id and not hidden)
  and not exists (
    select from items later where later.profile_id = items.profile_id and later.closed_at >= items.closed_at
      and later.outcome in ('approved', 'hidden')
  )
`;

/** Locks their cards, so that nobody opens other items of them. */
export const lockDismissed = preparedSql(
  (value: Value<Of>) => sql<{ id: string }>`
    select id from profiles where id in (select profile_id from items where ${isDue(value)})
    order by position for no key update
  `,
);

const isOpen = sql`open.profile_id = items.profile_id and open.kind = 'reported' and open.closed_at is null`;

/** One of each card that has no open item of reports. */
export const openDismissed = preparedSql(
  (value: Value<Of>) => sql`
    update items set closed_at = null, closed_by = null, outcome = null, action_id = null, renewals = 0
    where id in (
      select distinct on (items.profile_id) items.id from items
      where ${isDue(value)} and not exists (select from items open where ${isOpen})
      order by items.profile_id, items.opened_at, items.id
    )
  `,
);

/** The reports of the other items move to the card's open one: one of each reporter. */
export const joinOpen = preparedSql(
  (value: Value<Of>) => sql`
    with joining as (
      select distinct on (open.id, coalesce(reports.reporter_id, reports.id))
        reports.id, reports.reason, open.id as item_id
      from items join items open on ${isOpen} join reports on reports.item_id = items.id
      where ${isDue(value)} and not exists (
        select from reports own where own.item_id = open.id and own.reporter_id = reports.reporter_id
      )
      order by open.id, coalesce(reports.reporter_id, reports.id), reports.reason <> 'danger', reports.at
    ),
    moved as (update reports set item_id = joining.item_id from joining where reports.id = joining.id)
    update items set urgent = true where id in (select item_id from joining where reason = 'danger')
  `,
);
