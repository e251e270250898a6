import { type Executor, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isDecidedHidden } from '../items/hidden-cards.sql.ts';
import { hasBeenHeld, restUsernames } from '../usernames.sql.ts';
import type { Owned } from './profiles.sql.ts';

const deleteRow = preparedSql(
  (value: Value<Owned & { hash: string; record: string }>) => sql`
    with owner as materialized (select id from users where id = ${value('ownerId')} for no key update),
    deleted as (
      delete from profiles using owner where username_key = ${value('key')} and owner_id = owner.id
      returning owner_id, ${isDecidedHidden} as hidden, count_open_reports(profiles.id) as reports, ${hasBeenHeld(sql`created_at`)} as rests
    ),
    recorded as (
      insert into removed_cards (id, owner_id, hash, hidden, reports)
      select ${value('record')}::uuid, owner_id, ${value('hash')}::text, hidden, reports from deleted
      where hidden or reports > 0
    ),
    resting as (${restUsernames(
      sql`select 'profiles', ${value('hash')}::text, owner_id from deleted where rests`,
    )})
    update users set profile_count = profile_count - 1
    from deleted where users.id = deleted.owner_id returning users.id
  `,
);

/**
 * Its username rests. Locks the owner first, as creation does. If it was hidden or
 * reported, `record` keeps that for the next card of the owner or the name.
 */
export async function deleteProfile(
  em: Executor,
  owned: Owned & { hash: string; record: string },
): Promise<boolean> {
  const rows = await deleteRow(em, owned);
  return rows.length > 0;
}
