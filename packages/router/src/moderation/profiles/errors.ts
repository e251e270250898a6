import { configuredAdminMessage } from '../../access/errors.ts';
import { eventMessage } from '../../audit/messages.ts';
import { rejected, RowResult } from '../schemas.ts';
import { readProfileErrors } from '../../profiles/errors.ts';
import type { LockedProfile, NewestEvent } from './queries.ts';

/** A service key can't act on a profile of an admin of `ADMIN_EMAILS`. */
export const actOnProfileErrors = [...readProfileErrors, 'CONFIGURED_ADMIN'] as const;

export const hideAllOfErrors = ['CONFIGURED_ADMIN'] as const;

/** For a profile that is so already; says by whom and since when where it was recorded. */
export function alreadySo(
  { id, username, hidden }: LockedProfile,
  newest: NewestEvent | undefined,
): RowResult {
  const isRecorded = newest?.type === (hidden ? 'profile.hidden' : 'profile.restored');
  const plain = hidden ? 'It is hidden already' : 'It is not hidden';
  return rejected(id, username, 'ALREADY', isRecorded ? eventMessage(newest) : plain);
}

/** For a profile in a selection whose owner is an admin of `ADMIN_EMAILS`. */
export const ownerProtected = ({ id, username }: LockedProfile) =>
  rejected(id, username, 'CONFIGURED_ADMIN', configuredAdminMessage);

/** Why nothing was done to a profile that is not as the moderator saw it. */
export function rejection(
  id: string,
  profile: LockedProfile | undefined,
  newest: NewestEvent | undefined,
  hides: boolean,
): RowResult {
  if (!profile) {
    return rejected(id, newest?.username ?? null, 'GONE', 'It was deleted meanwhile');
  }
  if (profile.hidden === hides) {
    return alreadySo(profile, newest);
  }
  const message = newest?.isLastChange ? eventMessage(newest) : 'Its owner changed it meanwhile';
  return rejected(id, profile.username, 'CHANGED', message);
}
