import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../conditions.ts';

/** What is done to the row of a user; what is done to their sessions or address leaves it as it is. */
const userActions = sql`('user.suspended', 'user.unsuspended', 'user.role_changed')`;

/** Whether an event of the table `events` concerns a profile; moderators are told of no others. */
export const isOfProfile = sql<boolean>`events.profile_id is not null`;

/**
 * What `find` finds among the acts on the same row as an event of the table `events`, in a subquery that calls them `other`. It
 * is written for profiles and for users apart: over a condition that holds for both the planner would read the whole history.
 */
export const amongSameRow = <Found>(
  find: (isOfSameRow: Condition) => RawBuilder<Found>,
): RawBuilder<Found> => sql`case when ${isOfProfile}
  then ${find(sql`other.profile_id = events.profile_id`)}
  else ${find(sql`other.user_id = events.user_id and other.profile_id is null and other.action in ${userActions}`)}
end`;
