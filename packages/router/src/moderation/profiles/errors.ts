import type { Moderator } from '../../access/caller.ts';
import { configuredAdmin, configuredAdminMessage } from '../../access/errors.ts';
import { eventMessage } from '../../audit/messages.ts';
import { AppError } from '../../errors.ts';
import { readProfileErrors } from '../../profiles/errors.ts';
import { brakeErrors } from '../brake/errors.ts';
import { rejected, RowResult } from '../schemas.ts';
import type { Obstacle } from './policy.ts';
import type { LockedProfile, NewestEvent } from './toggling.sql.ts';

const obstacleErrors = ['CONFIGURED_ADMIN', 'OWN_PROFILE', ...brakeErrors] as const;

export const hideAllOfErrors = [...obstacleErrors, 'OWN_REPORT'] as const;

/** Service keys can't act on profiles of admins in `ADMIN_EMAILS`. */
export const restoreProfileErrors = [...readProfileErrors, ...obstacleErrors] as const;

export const hideProfileErrors = [...restoreProfileErrors, 'OWN_REPORT'] as const;

const messages: Record<Obstacle, string> = {
  OWN_PROFILE: 'Nobody hides or restores their own profile: ask another moderator',
  OWN_REPORT: 'You reported it: somebody else decides',
  CONFIGURED_ADMIN: configuredAdminMessage,
};

/** For an action on one profile. */
export const obstacleError = (obstacle: Obstacle) =>
  obstacle === 'CONFIGURED_ADMIN'
    ? configuredAdmin()
    : new AppError('FORBIDDEN', obstacle, `${messages[obstacle]}.`);

/** For one of several profiles. */
export const obstructed = ({ id, username }: LockedProfile, obstacle: Obstacle) =>
  rejected(id, username, obstacle, messages[obstacle]);

/** Says who did it and when, if the history has it. */
export function alreadySo(
  reader: Moderator,
  { id, username, hidden }: LockedProfile,
  newest: NewestEvent | undefined,
): RowResult {
  const isRecorded = newest?.type === (hidden ? 'profile.hidden' : 'profile.restored');
  const plain = hidden ? 'It is hidden already' : 'It is not hidden';
  return rejected(
    id,
    username,
    'ALREADY',
    isRecorded ? eventMessage(reader, newest) : plain,
  );
}

/** For a profile that changed since the moderator saw it. */
export function rejection(
  reader: Moderator,
  id: string,
  profile: LockedProfile | undefined,
  newest: NewestEvent | undefined,
  hides: boolean,
): RowResult {
  if (!profile) {
    return rejected(id, newest?.username ?? null, 'GONE', 'It was deleted meanwhile');
  }
  if (profile.hidden === hides) {
    return alreadySo(reader, profile, newest);
  }
  const message = newest?.isLastChange
    ? eventMessage(reader, newest)
    : 'Its owner changed it meanwhile';
  return rejected(id, profile.username, 'CHANGED', message);
}
