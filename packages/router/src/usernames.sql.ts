import { type RawBuilder, sql } from 'kysely';

/** Whether a username that its owner took at that instant has been held for long enough to rest once it is free. */
export const hasBeenHeld = (since: RawBuilder<unknown>) =>
  sql<boolean>`${since} <= current_instant() - interval '7 days'`;

/** Until when a username rests that becomes free now. */
export const restsUntil = sql<string>`current_instant() + interval '90 days'`;

/**
 * Has usernames that become free rest: for all but their last owner, for everybody where there is none.
 * @param freed selects kind, hash and owner's id
 */
export const restUsernames = (freed: RawBuilder<unknown>) => sql`
  insert into resting_usernames (kind, hash, owner_id, until)
  select kind, hash, owner_id, ${restsUntil} from (${freed}) freed (kind, hash, owner_id)
  on conflict (kind, hash) do update set owner_id = excluded.owner_id, until = excluded.until
`;
