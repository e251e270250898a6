import { type RawBuilder, sql } from 'kysely';

/** A username rests after its release if it was held for a week. */
export const hasBeenHeld = (since: RawBuilder<unknown>) =>
  sql<boolean>`${since} <= current_instant() - interval '7 days'`;

/** While a username rests, only its last owner can take it. */
export const restsUntil = sql<string>`current_instant() + interval '90 days'`;

/**
 * Lets released usernames rest. A name without an owner rests for everybody.
 * @param freed selects kind, hash and owner's id
 */
export const restUsernames = (freed: RawBuilder<unknown>) => sql`
  insert into resting_usernames (kind, hash, owner_id, until)
  select kind, hash, owner_id, ${restsUntil} from (${freed}) freed (kind, hash, owner_id)
  on conflict (kind, hash) do update set owner_id = excluded.owner_id, until = excluded.until
`;
