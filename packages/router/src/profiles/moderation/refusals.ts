import { refused, type ActResult } from '../../events/results.ts';
import { tell, type Told } from '../../events/words.ts';

/** A profile as it is under its lock, and the newest act on it. */
export type LockedProfile = {
  id: string;
  username: string;
  owner_id: string;
  hidden: boolean;
  revision: string;
};

export type NewestAct = Told & {
  profile_id: string;
  username: string | null;
  /** Whether nothing has changed the profile since. */
  is_last_change: boolean;
};

/** What the profile already is, by whom and since when as far as it was written down. */
function already({ id, username, hidden }: LockedProfile, act: NewestAct | undefined): ActResult {
  const isTold = act?.action === (hidden ? 'profile.hidden' : 'profile.restored');
  const plain = hidden ? 'It is hidden already' : 'It is not hidden';
  return refused(id, username, 'ALREADY', isTold ? tell(act) : plain);
}

/** Why an act that was decided on another sight of the profile is not done. */
export function explain(
  id: string,
  profile: LockedProfile | undefined,
  act: NewestAct | undefined,
  hidden: boolean,
): ActResult {
  if (!profile) {
    return refused(id, act?.username ?? null, 'GONE', 'It was deleted meanwhile');
  }
  if (profile.hidden === hidden) {
    return already(profile, act);
  }
  const message = act?.is_last_change ? tell(act) : 'Its owner changed it meanwhile';
  return refused(id, profile.username, 'CHANGED', message);
}
