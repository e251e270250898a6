import { eventMessage } from '../../audit/messages.ts';
import { rejected, RowResult } from '../../audit/schemas.ts';
import type { LockedProfile, NewestEvent } from './queries.ts';

/** Says that the profile is so already, by whom and since when where it was recorded. */
function already(
  { id, username, hidden }: LockedProfile,
  newest: NewestEvent | undefined,
): RowResult {
  const isRecorded = newest?.action === (hidden ? 'profile.hidden' : 'profile.restored');
  const plain = hidden ? 'It is hidden already' : 'It is not hidden';
  return rejected(id, username, 'ALREADY', isRecorded ? eventMessage(newest) : plain);
}

/** Why nothing was done to a profile that is not as the moderator saw it. */
export function rejection(
  id: string,
  profile: LockedProfile | undefined,
  newest: NewestEvent | undefined,
  hidden: boolean,
): RowResult {
  if (!profile) {
    return rejected(id, newest?.username ?? null, 'GONE', 'It was deleted meanwhile');
  }
  if (profile.hidden === hidden) {
    return already(profile, newest);
  }
  const message = newest?.is_last_change ? eventMessage(newest) : 'Its owner changed it meanwhile';
  return rejected(id, profile.username, 'CHANGED', message);
}
