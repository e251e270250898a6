import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Actor } from '../../auth/sessions.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { lockModerator } from './lock-moderator.ts';
import type { LockedProfile, NewestAct } from './refusals.ts';

/**
 * Locks the profiles of these ids, oldest first, so that two acts on some of the same wait for each other in turn. Whoever acts
 * and the owners come first, as where an owner deletes: an event names both, who must not be erased in between. Gives
 * `TOKEN_INVALID`, `ROLE_MISSING` where whoever acts may do so no more.
 */
export async function lockProfiles(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  actor: Pick<Actor, 'userId'>,
  ids: readonly string[],
): Promise<LockedProfile[]> {
  await lockModerator({ em, settings }, actor);
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

/** The newest act on each of these profiles. What wrote the event and the row last was then the same transaction. */
export async function newestActs(em: EntityManager, ids: readonly string[]): Promise<NewestAct[]> {
  const { rows } = await sql<NewestAct>`
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
