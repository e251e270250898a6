import { preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** A card has at most one open item of each kind. */
const once = sql`
  on conflict (coalesce(profile_id, user_id), kind) where closed_at is null do nothing
`;

/**
 * @param cards selects the item's `id`, `profile_id` and `user_id`
 */
export const openNew = (cards: RawBuilder<unknown>) => sql`
  opened as (
    insert into items (kind, id, profile_id, user_id)
    select 'new', cards.* from (${cards}) cards (id, profile_id, user_id)
  )
`;

/**
 * Opens nothing if the card still has an open item as a new card. The lock makes
 * PostgreSQL read that item again: a decision may have closed it while the
 * statement waited.
 */
export const openChanged = (cards: RawBuilder<unknown>) => sql`
  opened as (
    insert into items (kind, id, profile_id, user_id)
    select 'changed', cards.* from (${cards}) cards (id, profile_id, user_id)
    where not exists (
      select from items where coalesce(items.profile_id, items.user_id) = cards.profile_id
        and kind = 'new' and closed_at is null for share
    )
    ${once}
  )
`;

/**
 * For locked cards that are shown again, if changed while hidden. A card hidden
 * in the database itself has no event to compare with.
 */
export const openChangedWhileHidden = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql`
    insert into items (kind, id, profile_id, user_id)
    select 'changed', gen_random_uuid(), profiles.id, profiles.owner_id from profiles
    where profiles.id = any(${value('ids')}::uuid[]) and profiles.revision <> (
      select subject_revision from audit_events
      where profile_id = profiles.id and type = 'profile.hidden' order by position desc limit 1
    )
    ${once}
  `,
);

type Reported = { id: string; profileId: string; urgent: boolean };

/** Opens the item of reports, or returns the open one. The card is locked. */
export const openReported = preparedSql(
  (value: Value<Reported>) => sql<{ id: string }>`
    insert into items (id, kind, profile_id, user_id, urgent)
    select ${value('id')}::uuid, 'reported', id, owner_id, ${value('urgent')}::boolean
    from profiles where id = ${value('profileId')}::uuid
    on conflict (coalesce(profile_id, user_id), kind) where closed_at is null
      do update set urgent = items.urgent or excluded.urgent
    returning id
  `,
);

type Appeal = {
  id: string;
  /** The card; null if the appeal is about the account. */
  profileId: string | null;
  userId: string;
  /** The action that is appealed against; null if the history has none. */
  cause: string | null;
  /** The person who decided. Somebody else answers the appeal, if possible. */
  keptFrom: string | null;
  text: string;
};

/**
 * Returns nothing if this action was appealed before, or an appeal is open. The
 * card or account is locked.
 */
export const openAppeal = preparedSql(
  (value: Value<Appeal>) => sql<{ id: string }>`
    insert into items (id, kind, profile_id, user_id, cause, kept_from, text)
    values (
      ${value('id')}::uuid, 'appealed', ${value('profileId')}::uuid, ${value('userId')}::uuid,
      ${value('cause')}::uuid, ${value('keptFrom')}::uuid, ${value('text')}::text
    )
    on conflict do nothing returning id
  `,
);

type Contested = {
  id: string;
  userId: string;
  /** The admin who opened the case that was ended. */
  keptFrom: string | null;
};

/** For an account whose old address has ended a change. The account is locked. */
export const openContested = preparedSql(
  (value: Value<Contested>) => sql`
    insert into items (id, kind, user_id, kept_from, admins_only)
    select ${value('id')}::uuid, 'contested', id, ${value('keptFrom')}::uuid, true
    from users where id = ${value('userId')}::uuid
    ${once}
  `,
);

type SecondLook = {
  id: string;
  profileId: string;
  cause: string;
  keptFrom: string | null;
  adminsOnly: boolean;
};

/**
 * Urgent if the same action closed an urgent item. If there is one that the actor may not
 * decide about, what is asked for now joins it.
 */
export const openSecondLook = preparedSql(
  (value: Value<SecondLook>) => sql`
    insert into items (id, kind, profile_id, user_id, urgent, cause, kept_from, admins_only)
    select ${value('id')}::uuid, 'second_look', profiles.id, profiles.owner_id,
      exists (
        select from items where action_id = ${value('cause')}::uuid and profile_id = profiles.id and urgent
      ),
      ${value('cause')}::uuid, ${value('keptFrom')}::uuid, ${value('adminsOnly')}::boolean
    from profiles where profiles.id = ${value('profileId')}::uuid
    on conflict (coalesce(profile_id, user_id), kind) where closed_at is null do update
      set urgent = items.urgent or excluded.urgent, admins_only = items.admins_only or excluded.admins_only
  `,
);
