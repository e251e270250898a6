import { preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** A card has one open item of a kind: a second one is the same. */
const once = sql`
  on conflict (coalesce(profile_id, user_id), kind) where closed_at is null do nothing
`;

/**
 * A part of a statement that opens an item for each new card.
 * @param cards selects the item's `id`, `profile_id`, `user_id` and `revision`
 */
export const openNew = (cards: RawBuilder<unknown>) => sql`
  opened as (
    insert into items (kind, id, profile_id, user_id, revision)
    select 'new', cards.* from (${cards}) cards (id, profile_id, user_id, revision)
  )
`;

/**
 * The same for each card that its owner changed. A new card that nobody has looked at needs no second item. The lock has PostgreSQL look
 * at that item anew: the statement may have begun before a decision closed it, and waited for that.
 */
export const openChanged = (cards: RawBuilder<unknown>) => sql`
  opened as (
    insert into items (kind, id, profile_id, user_id, revision)
    select 'changed', cards.* from (${cards}) cards (id, profile_id, user_id, revision)
    where not exists (
      select from items where coalesce(items.profile_id, items.user_id) = cards.profile_id
        and kind = 'new' and closed_at is null for share
    )
    ${once}
  )
`;

/**
 * The same for cards, which are locked, that their owner changed while they were hidden and that are shown again unseen. A card that
 * was hidden in the database itself has no event that says how it was.
 */
export const openChangedWhileHidden = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql`
    insert into items (kind, id, profile_id, user_id, revision)
    select 'changed', gen_random_uuid(), profiles.id, profiles.owner_id, profiles.revision from profiles
    where profiles.id = any(${value('ids')}::uuid[]) and profiles.revision <> (
      select subject_revision from audit_events
      where profile_id = profiles.id and type = 'profile.hidden' order by position desc limit 1
    )
    ${once}
  `,
);

type Reported = { id: string; profileId: string; urgent: boolean };

/**
 * Opens the item that the reports of a card are collected in, or gives the one that is open. An urgent report makes it urgent. The
 * card has to be locked.
 */
export const openReported = preparedSql(
  (value: Value<Reported>) => sql<{ id: string }>`
    insert into items (id, kind, profile_id, user_id, revision, urgent)
    select ${value('id')}::uuid, 'reported', id, owner_id, revision, ${value('urgent')}::boolean
    from profiles where id = ${value('profileId')}::uuid
    on conflict (coalesce(profile_id, user_id), kind) where closed_at is null
      do update set urgent = items.urgent or excluded.urgent
    returning id
  `,
);

type Appeal = {
  id: string;
  /** The card, or null where it is about the account. */
  profileId: string | null;
  userId: string;
  revision: number;
  /** The action that is appealed against; null where no history has one. */
  cause: string | null;
  /** Whose decision that was. They don't answer where somebody else can. */
  keptFrom: string | null;
  text: string;
};

/**
 * Opens an appeal. Gives nothing where there was one of the same action, also if it is answered, or where one is open. The card or
 * the account has to be locked.
 */
export const openAppeal = preparedSql(
  (value: Value<Appeal>) => sql<{ id: string }>`
    insert into items (id, kind, profile_id, user_id, revision, cause, kept_from, text)
    values (
      ${value('id')}::uuid, 'appealed', ${value('profileId')}::uuid, ${value('userId')}::uuid,
      ${value('revision')}::int, ${value('cause')}::uuid, ${value('keptFrom')}::uuid, ${value('text')}::text
    )
    on conflict do nothing returning id
  `,
);

type SecondLook = {
  id: string;
  profileId: string;
  cause: string;
  keptFrom: string | null;
};

/** Opens an item of a card for somebody else. It is urgent where one that the same action closed was. */
export const openSecondLook = preparedSql(
  (value: Value<SecondLook>) => sql`
    insert into items (id, kind, profile_id, user_id, revision, urgent, cause, kept_from)
    select ${value('id')}::uuid, 'second_look', profiles.id, profiles.owner_id, profiles.revision,
      exists (
        select from items where action_id = ${value('cause')}::uuid and profile_id = profiles.id and urgent
      ),
      ${value('cause')}::uuid, ${value('keptFrom')}::uuid
    from profiles where profiles.id = ${value('profileId')}::uuid
    ${once}
  `,
);
