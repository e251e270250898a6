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

/** If the card has an open item of reports, the reports move there. */
export const joinOpen = preparedSql(
  (value: Value<Of>) => sql`
    with moved as (
      update reports set item_id = open.id from items join items open
        on open.profile_id = items.profile_id and open.kind = 'reported' and open.closed_at is null
      where ${isDue(value)} and reports.item_id = items.id and not exists (
        select from reports own where own.item_id = open.id and own.reporter_id = reports.reporter_id
      )
      returning reports.item_id, reports.reason
    )
    update items set urgent = true where id in (select item_id from moved where reason = 'danger')
  `,
);

export const openDismissed = preparedSql(
  (value: Value<Of>) => sql`
    update items set closed_at = null, closed_by = null, outcome = null, action_id = null, renewals = 0
    where ${isDue(value)} and not exists (
      select from items open where open.profile_id = items.profile_id and open.kind = 'reported' and open.closed_at is null
    )
  `,
);
