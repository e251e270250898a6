import { type Executor, statements, type usernameKinds } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { hasBeenHeld, restsUntil, restUsernames } from '../../queries.ts';

/** Locks the address of a user, as signing in does before it touches the account: the two come one after the other. */
export const lockAddressOf = (em: Executor, userId: string) =>
  sql`
    select from addresses where email = (select email_key from users where id = ${userId}) for update
  `.execute(statements(em));

/** Whose a username is: its user's, or a profile's of theirs. */
type Kind = (typeof usernameKinds)[number];

/** The usernames of a user and of their profiles, in lower case, that were held for long enough to rest once they are free. */
export async function readHeldUsernames(
  em: Executor,
  userId: string,
): Promise<{ kind: Kind; key: string }[]> {
  const { rows } = await sql<{ kind: Kind; key: string }>`
    select 'users' as kind, username_key as key from users
    where id = ${userId} and username_key is not null and ${hasBeenHeld(sql`username_since`)}
    union all
    select 'profiles', username_key from profiles
    where owner_id = ${userId} and ${hasBeenHeld(sql`created_at`)}
  `.execute(statements(em));
  return rows;
}

/**
 * Deletes the user with all that hangs on the row, and the mails and codes that are still on their way to them. The usernames rest
 * for everybody. An address against which wrong codes were tried in the last day stays until that is over, as the tries count on.
 * Returns when that was and until when names rest; nothing where there is no such user.
 */
export async function deleteUser(
  em: Executor,
  userId: string,
  usernames: readonly { kind: Kind; hash: string }[],
): Promise<{ at: string; namesRestUntil: string | null } | undefined> {
  const { rows } = await sql<{ at: string; namesRestUntil: string | null }>`
    with erased as (delete from users where id = ${userId} returning email_key),
    resting as (
      ${restUsernames(sql`
        select names.kind, names.hash, null::uuid from erased, unnest(
          ${usernames.map(({ kind }) => kind)}::text[], ${usernames.map(({ hash }) => hash)}::text[]
        ) names (kind, hash)
      `)} returning until
    ),
    unproven as (delete from challenges where email in (select email_key from erased)),
    unsuppressed as (
      update addresses set suppressed_at = null where email in (select email_key from erased)
        and guesses[cardinality(guesses)] >= current_instant() - interval '24 hours'
    ),
    unguessed as (
      delete from addresses where email in (select email_key from erased)
        and coalesce(guesses[cardinality(guesses)] < current_instant() - interval '24 hours', true)
    ),
    mails as (delete from outbox where recipient in (select email_key from erased))
    select current_instant()::text as at,
      case when exists (select from resting) then (${restsUntil})::text end as "namesRestUntil"
    from erased
  `.execute(statements(em));
  return rows[0];
}

/** Rows of the history that are emptied at once: few enough that nobody waits long for their locks. */
const chunk = 2_000;

/** @param found selects `action_id`, `event_id` and `position` */
async function forgetting(
  em: Executor,
  userId: string,
  found: RawBuilder<unknown>,
): Promise<number | null> {
  const { rows } = await sql<{ reached: number | null }>`
    with found as materialized (${found})
    select max(position)::float8 as reached,
      forget_in_audit(${userId}, array_agg(action_id), array_remove(array_agg(event_id), null))
    from found
  `.execute(statements(em));
  return rows[0]?.reached ?? null;
}

/**
 * Forgets in the next of the actions that an erased user did, after a position, who they were and what they wrote; returns the
 * position that was reached, null where there are no more.
 */
export const forgetActed = (
  em: Executor,
  userId: string,
  after: number,
): Promise<number | null> =>
  forgetting(
    em,
    userId,
    sql`
      select actions.id as action_id, events.id as event_id, actions.position
      from (
        select id, position from moderation_actions
        where actor_id = ${userId} and position > ${after} order by position limit ${chunk}
      ) actions
      left join audit_events events on events.action_id = actions.id and events.note is not null
    `,
  );

/** The same, in the next of the events that concern them, of whom it was and what was written about them. */
export const forgetConcerned = (
  em: Executor,
  userId: string,
  after: number,
): Promise<number | null> =>
  forgetting(
    em,
    userId,
    sql`
      select action_id, id as event_id, position from audit_events
      where user_id = ${userId} and position > ${after} order by position limit ${chunk}
    `,
  );
