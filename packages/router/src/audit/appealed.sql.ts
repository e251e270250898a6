import { type Executor, preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';

/** `keptFrom` is the person who decided, or the creator of the deciding key. */
export type Appealed = { cause: string | null; keptFrom: string | null };

/** The history has nothing about changes made directly in the database. */
const unrecorded: Appealed = { cause: null, keptFrom: null };

const decidedBy = sql`
  events.action_id as cause, (
    select users.id from moderation_actions actions left join service_keys on service_keys.id = actions.actor_id
    join users on users.id = coalesce(service_keys.maker_id, actions.actor_id)
    where actions.id = events.action_id
  ) as "keptFrom"
`;

const hiding = preparedSql(
  (value: Value<{ profileId: string }>) => sql<Appealed & { isHiding: boolean }>`
    select ${decidedBy}, events.type = 'profile.hidden' as "isHiding" from audit_events events
    where events.profile_id = ${value('profileId')} and events.type in ('profile.hidden', 'profile.restored')
    order by events.position desc limit 1
  `,
);

/** Finds the action that hid a hidden card. */
export async function findHiding(em: Executor, profileId: string): Promise<Appealed> {
  const [newest] = await hiding(em, { profileId });
  return newest?.isHiding === true ? newest : unrecorded;
}

const suspending = preparedSql(
  (value: Value<{ userId: string }>) => sql<Appealed>`
    select ${decidedBy} from audit_events events join users on users.id = events.user_id
    where events.user_id = ${value('userId')} and events.type = 'user.suspended'
      and events.at >= users.suspended_at
    order by events.position desc limit 1
  `,
);

/** Finds the action that began a current suspension. */
export async function findSuspending(em: Executor, userId: string): Promise<Appealed> {
  const [newest] = await suspending(em, { userId });
  return newest ?? unrecorded;
}
