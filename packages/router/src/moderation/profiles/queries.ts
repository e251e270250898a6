import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from '../../access/queries.ts';
import type { EventSummary } from '../../audit/messages.ts';
import type { EntityManager } from '../../context.ts';
import { profileColumns, type ProfileRow } from '../../profiles/queries.ts';
import { duplicateIdentitiesOf } from '../queries.ts';
import type { IdentityName } from '../schemas.ts';

export type ModeratedRow = ProfileRow & {
  id: string;
  referral: string;
  created_at: string;
  updated_at: string;
  revision: string;
  referrer: string | null;
  owner_id: string;
  email: string;
  owner_username: string | null;
  is_suspended: boolean;
  duplicateIdentities: IdentityName[];
};

const shown = sql.join(profileColumns.map((column) => sql.ref(`profiles.${column}`)));

/** The profiles of these ids that exist, in the order of the ids, with their owners. `revision` changes with any change of the row. */
export async function loadModerated(
  em: EntityManager,
  ids: readonly string[],
): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select ${shown}, profiles.id, profiles.referral, profiles.created_at, profiles.updated_at,
      profiles.xmin::text as revision, referrers.username as referrer,
      users.id as owner_id, users.email, users.username as owner_username,
      ${isSuspended} as is_suspended, ${duplicateIdentitiesOf} as "duplicateIdentities"
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join profiles on profiles.id = asked.id
    join users on users.id = profiles.owner_id
    left join profiles referrers on referrers.id = profiles.referrer_id
    order by asked.place
  `.execute(statements(em));
  return rows;
}

/** The newest profiles of an owner, hidden ones among them, a hundred at most; without the one of the id that is named. */
export const listOfOwner = (em: EntityManager, ownerId: string, except?: string) =>
  statements(em)
    .selectFrom('profiles')
    .select(['username', 'hidden', 'created_at'])
    .where('owner_id', '=', ownerId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('position', 'desc')
    .limit(100)
    .execute();

/** How many other profiles the owner has, and how many the profile referred. */
export async function countRelatives(em: EntityManager, ownerId: string, id: string) {
  const { rows } = await sql<{ siblings: number; referred: number }>`
    select (select count(*)::int from profiles where owner_id = ${ownerId} and id <> ${id}) as siblings,
      (select count(*)::int from profiles where referrer_id = ${id}) as referred
  `.execute(statements(em));
  return rows[0] ?? { siblings: 0, referred: 0 };
}

/** The id of the profile of that name, in lower case. */
export async function findId(em: EntityManager, key: string): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}

/** A profile as it is under its lock. */
export type LockedProfile = {
  id: string;
  username: string;
  owner_id: string;
  hidden: boolean;
  revision: string;
};

export type NewestEvent = EventSummary & {
  profile_id: string;
  username: string | null;
  /** Whether nothing has changed the profile since. */
  is_last_change: boolean;
};

/**
 * Locks the profiles of these ids, oldest first, so that two actions on some of the same wait for each other in turn. Their
 * owners come first, as where an owner deletes: an event names them, who must not be erased in between.
 */
export async function lockProfiles(
  em: EntityManager,
  ids: readonly string[],
): Promise<LockedProfile[]> {
  await sql`
    select from users where id in (select owner_id from profiles where id = any(${ids}::uuid[]))
    order by id for key share
  `.execute(statements(em));
  const { rows } = await sql<LockedProfile>`
    select id, username, owner_id, hidden, xmin::text as revision from profiles
    where id = any(${ids}::uuid[]) order by position for no key update
  `.execute(statements(em));
  return rows;
}

/** Hides or shows locked profiles in one statement; `updated_at` is their owners' alone. */
export async function setHidden(
  em: EntityManager,
  ids: readonly string[],
  hidden: boolean,
): Promise<void> {
  await sql`update profiles set hidden = ${hidden} where id = any(${ids}::uuid[])`.execute(
    statements(em),
  );
}

/** The newest event of each of these profiles: it is the last change where the transaction that wrote it wrote the row last. */
export async function newestEvents(
  em: EntityManager,
  ids: readonly string[],
): Promise<NewestEvent[]> {
  const { rows } = await sql<NewestEvent>`
    select acts.*, users.email as actor,
      coalesce(acts.revision = profiles.xmin::text, false) as is_last_change
    from unnest(${ids}::uuid[]) as asked (id)
    cross join lateral (
      select profile_id, username, action, at, reason, undoes_id, actor_id, xmin::text as revision
      from events where profile_id = asked.id order by position desc limit 1
    ) acts
    left join users on users.id = acts.actor_id
    left join profiles on profiles.id = asked.id
  `.execute(statements(em));
  return rows;
}
