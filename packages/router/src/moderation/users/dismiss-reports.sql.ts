import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from '../../access/users.sql.ts';
import { type Admins, staff } from '../../access/viewer.sql.ts';
import { whySuspended } from '../../audit/notices.sql.ts';

/** Open items of reports that one of these people made. */
const isTheirs = (people: ReturnType<typeof sql>) => sql`
  items.kind = 'reported' and items.closed_at is null
  and items.id in (select item_id from reports where reporter_id = any(${people}::uuid[]))
`;

/** Locks the cards that these people reported, so that nobody reports them meanwhile. */
export const lockReported = preparedSql(
  (value: Value<{ people: readonly string[] }>) => sql`
    select from profiles where id in (select profile_id from items where ${isTheirs(value('people'))})
    order by position for no key update
  `,
);

const isSpammer = sql`(
  ${isSuspended}
  and (select reason from (${whySuspended}) begun) = 'spam'
)`;

type Dismissal = { people: readonly string[]; action: string; by: string | null };

/**
 * Closes the items whose reports are all of accounts suspended as spam. Not those
 * about moderators and admins.
 */
export const dismissItems = (
  em: Executor,
  { people, action, by }: Dismissal,
  settings: Admins,
) =>
  sql`
    update items set closed_at = current_instant(), closed_by = ${by}, outcome = 'dismissed', action_id = ${action},
      leased_by = null, leased_until = null, last_leased_by = null
    where ${isTheirs(sql`${people}`)} and items.user_id not in (${staff(settings)})
      and not exists (
        select from reports left join users on users.id = reports.reporter_id
        where reports.item_id = items.id and not coalesce(${isSpammer}, false)
      )
  `.execute(statements(em));
