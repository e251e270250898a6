import {
  allRows,
  type Executor,
  firstRow,
  formerAddresses,
  statements,
  type usernameKinds,
} from '@namecard/db';
import { sql } from 'kysely';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import { withoutAuthor } from '../../items/report-authors.sql.ts';
import { forgetting, isGuessed } from '../../mail/forget-address.sql.ts';
import { hasBeenHeld, restsUntil, restUsernames } from '../../usernames.sql.ts';

/** Sign-ins lock it first too. So an erasure comes before or after them. */
export const lockAddressOf = (em: Executor, userId: string) =>
  sql`
    select from addresses where email = (select email_key from users where id = ${userId}) for update
  `.execute(statements(em));

/** Locks the user's row. Then `mayAct` sees what the lock's holders before it wrote. */
export const lockUser = (em: Executor, userId: string) =>
  sql`select from users where id = ${userId} for update`.execute(statements(em));

type Kind = (typeof usernameKinds)[number];

/** Usernames in lower case that were held long enough to rest when freed. */
export const readHeldUsernames = (em: Executor, userId: string) =>
  allRows(em)<{ kind: Kind; key: string }>`
    select 'users' as kind, username_key as key from users
    where id = ${userId} and username_key is not null and ${hasBeenHeld(sql`username_since`)}
    union all
    select 'profiles', username_key from profiles
    where owner_id = ${userId} and ${hasBeenHeld(sql`created_at`)}
  `;

export type Judged = { key: string; hidden: boolean; reports: number };

/** The user's cards that are hidden or have undecided reports. Locks the user. */
export async function readJudged(em: Executor, userId: string): Promise<Judged[]> {
  await lockUser(em, userId);
  return allRows(em)<Judged>`
    select key, hidden, reports from (
      select username_key as key, ${isDecidedHidden} as hidden, count_open_reports(id) as reports from profiles where owner_id = ${userId}
    ) cards where hidden or reports > 0
  `;
}

/** Removes them as an owner, and clears the notes. What other owners are told stays. */
export const forgetInWaiting = (em: Executor, userId: string) =>
  sql`
    update waiting_acts
    set owner_ids = array_remove(owner_ids, ${userId}::uuid), private_note = null,
      note = case when owner_ids <> array[${userId}::uuid] then note end
    where decided_at is null and ${userId}::uuid = any(owner_ids)
  `.execute(statements(em));

/**
 * Deletes the user and forgets their address, and what they have at former ones. Usernames
 * rest for everybody. Cases that they agreed to, or opened alone, need the yes of another
 * admin.
 */
export const deleteUser = (
  em: Executor,
  userId: string,
  usernames: readonly { kind: Kind; hash: string }[],
) =>
  firstRow(em)<{ at: string; namesRestUntil: string | null }>`
    with erased as (delete from users where id = ${userId} returning email_key),
    resting as (
      ${restUsernames(sql`
        select names.kind, names.hash, null::uuid from erased, unnest(
          ${usernames.map(({ kind }) => kind)}::text[], ${usernames.map(({ hash }) => hash)}::text[]
        ) names (kind, hash)
      `)} returning until
    ),
    ${forgetting(sql`select email_key from erased`, isGuessed)},
    unsuppressed as (
      update addresses set suppressed_at = null
      where email in (select email_key from erased) and ${isGuessed}
    ),
    former as (${formerAddresses(sql`${userId}::uuid`)}),
    former_mails as (
      delete from outbox using former where recipient = former.email and created_at < former.until
    ),
    former_invitations as (
      delete from invitations using former
      where email_key = former.email and invited_at < former.until
    ),
    former_reports as (
      update reports set ${withoutAuthor} from former
      where reports.email = former.email and at < former.until
    ),
    move_mails as (
      delete from outbox where move_id in (select id from moves where user_id = ${userId})
    ),
    cases as (
      update moves set needs_yes = true
      where coalesce(confirmed_by, opened_by) = ${userId} and done_at is null and closed_at is null
    ),
    jobs_about as (delete from jobs where key = ${userId})
    select current_instant()::text as at,
      case when exists (select from resting) then (${restsUntil})::text end as "namesRestUntil"
    from erased
  `;
