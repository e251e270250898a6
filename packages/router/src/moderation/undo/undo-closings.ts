import type { Moderator } from '../../access/caller.ts';
import { lockUsersAndAdmins } from '../../access/locks.sql.ts';
import { lockModerator } from '../../access/moderator.ts';
import { isOwn, personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { lockProfiles } from '../profiles/toggling.sql.ts';
import { takenBack, subjectOf, type UndoOne } from './errors.ts';
import { isOwnAct } from './policy.ts';
import { type DoneEvent, findReported } from './undo.sql.ts';

/** Reopens items if nothing was done to the card or account since. */
export async function undoClosings(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<UndoOne> {
  await lockModerator(deps, actor);
  const accounts = events.filter(({ profileId }) => profileId === null);
  const users = await lockUsersAndAdmins(
    deps,
    accounts.flatMap(({ userId }) => userId ?? []),
  );
  const cards = await lockProfiles(
    deps.em,
    events.flatMap(({ profileId }) => profileId ?? []),
    personOf(actor),
    deps.settings,
  );
  const there = new Set([...users, ...cards].map(({ id }) => id));
  const reported = await findReported(deps.em, events, personOf(actor));
  return (event, { refuse }) => {
    const { userId, profileId, username } = event;
    if (isOwn(actor, userId)) {
      return refuse('OWN_PROFILE', 'Nobody decides about their own card or account');
    }
    if (reported.has(event.id) && !isOwnAct(actor, event)) {
      return refuse('OWN_REPORT', 'You reported it: somebody else decides');
    }
    if (!there.has(subjectOf(event))) {
      return refuse('GONE', 'It was deleted meanwhile');
    }
    return {
      type: 'item.reopened',
      userId,
      ...(profileId !== null && username !== null && { profileId, username }),
      ...(event.before['held'] === true ? takenBack(event) : { before: {}, after: {} }),
    };
  };
}
