import { type Executor, statements, type usernameKinds } from '@namecard/db';
import { sql } from 'kysely';
import { hasBeenHeld, restsUntil, restUsernames } from '../../usernames.sql.ts';

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

/** Forgets a user in acts that wait: whose profiles these are on, and what was written about them. */
export const forgetInWaiting = (em: Executor, userId: string) =>
  sql`
    update waiting_acts
    set owner_ids = array_remove(owner_ids, ${userId}::uuid), note = null, private_note = null
    where decided_at is null and ${userId}::uuid = any(owner_ids)
  `.execute(statements(em));

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
    mails as (delete from outbox where recipient in (select email_key from erased)),
    jobs_about as (delete from jobs where key = ${userId})
    select current_instant()::text as at,
      case when exists (select from resting) then (${restsUntil})::text end as "namesRestUntil"
    from erased
  `.execute(statements(em));
  return rows[0];
}
