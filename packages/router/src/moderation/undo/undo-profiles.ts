import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { alreadySo, obstructed } from '../profiles/errors.ts';
import { obstacleTo } from '../profiles/policy.ts';
import { lockForAction, togglingOf } from '../profiles/toggling.ts';
import { subjectOf, takenBack, type UndoOne } from './errors.ts';
import { isOwnAct } from './policy.ts';
import { type DoneEvent, formerGrounds } from './undo.sql.ts';

/** Writes only `hidden`. Rejects profiles that were changed since. */
export async function undoProfiles(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<UndoOne> {
  const locked = await lockForAction(deps, actor, events.map(subjectOf));
  const profiles = new Map(locked.map((profile) => [profile.id, profile]));
  return (event, { since, refuse }) => {
    const profile = profiles.get(subjectOf(event));
    if (!profile) {
      return refuse('GONE', 'It was deleted meanwhile');
    }
    // Actors may hide again what they restored.
    const hides = !profile.hidden && !isOwnAct(actor, event);
    const act = { count: events.length, hides };
    const obstacle = obstacleTo(actor, act, profile, deps.settings);
    if (obstacle) {
      return obstructed(profile, obstacle);
    }
    if (profile.hidden !== (event.type === 'profile.hidden')) {
      return alreadySo(actor, profile, undefined);
    }
    return {
      ...togglingOf(profile),
      ...(event.before['held'] === true && takenBack(event)),
      ...(!profile.hidden && formerGrounds(since)),
    };
  };
}
