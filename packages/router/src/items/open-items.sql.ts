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

/** The same for each card that its owner changed. A new card that nobody has looked at needs no second item. */
export const openChanged = (cards: RawBuilder<unknown>) => sql`
  opened as (
    insert into items (kind, id, profile_id, user_id, revision)
    select 'changed', cards.* from (${cards}) cards (id, profile_id, user_id, revision)
    where not exists (
      select from items where coalesce(items.profile_id, items.user_id) = cards.profile_id
        and kind = 'new' and closed_at is null
    )
    ${once}
  )
`;

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
