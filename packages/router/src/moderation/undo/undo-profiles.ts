import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { openChangedWhileHidden } from '../../items/open-items.sql.ts';
import { alreadySo, obstructed } from '../profiles/errors.ts';
import { obstacleTo } from '../profiles/policy.ts';
import { holdAgain, type LockedProfile, toggleHidden } from '../profiles/toggling.sql.ts';
import { lockForAction, togglingOf } from '../profiles/toggling.ts';
import { rejected } from '../schemas.ts';
import { heldBefore, rejection, subjectOf, takenBack, type Undoing } from './errors.ts';
import { isOwnAct } from './policy.ts';
import { type DoneEvent, formerGrounds, readSince, type Since } from './undo.sql.ts';

function undoOne(
  actor: Moderator,
  event: DoneEvent,
  profile: LockedProfile | undefined,
  since: Since | undefined,
): Undoing {
  const id = subjectOf(event);
  const error = rejection(actor, event, event.username, since);
  if (error) {
    return { result: error };
  }
  if (!profile) {
    return { result: rejected(id, event.username, 'GONE', 'It was deleted meanwhile') };
  }
  if (profile.hidden !== (event.type === 'profile.hidden')) {
    return { result: alreadySo(actor, profile, undefined) };
  }
  return {
    result: { id, label: profile.username, outcome: 'done' },
    event: {
      ...togglingOf(profile),
      ...(event.before['held'] === true && takenBack(event)),
      ...(!profile.hidden && formerGrounds(since)),
      undoesId: event.id,
    },
  };
}

/** Writes only `hidden`. Rejects profiles that were changed since. */
export async function undoProfiles(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  const locked = await lockForAction(deps, actor, events.map(subjectOf));
  const profiles = new Map(locked.map((profile) => [profile.id, profile]));
  const since = await readSince(deps.em, events);
  const undoings = events.map((event) => {
    const profile = profiles.get(subjectOf(event));
    // Actors may hide again what they restored.
    const hides = profile?.hidden === false && !isOwnAct(actor, event);
    const act = { count: events.length, hides };
    const obstacle = profile && obstacleTo(actor, act, profile, deps.settings);
    if (obstacle) {
      return { result: obstructed(profile, obstacle) };
    }
    return undoOne(actor, event, profile, since.get(event.id));
  });
  const held = heldBefore(undoings);
  const undone = undoings.flatMap(({ event }) => event?.profileId ?? []);
  const shown = undone.filter((id) => profiles.get(id)?.hidden && !held.includes(id));
  if (shown.length > 0 && deps.settings.review.has('changed')) {
    await openChangedWhileHidden(deps.em, { ids: shown });
  }
  await toggleHidden(deps.em, { ids: undone.filter((id) => !held.includes(id)) });
  await holdAgain(deps.em, { ids: held });
  return undoings;
}
