import type { Moderator } from '../../access/caller.ts';
import { lockUsersAndAdmins } from '../../access/locks.sql.ts';
import { lockModerator } from '../../access/moderator.ts';
import { isOwn, personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { holdAgain, lockProfiles } from '../profiles/toggling.sql.ts';
import { rejected } from '../schemas.ts';
import { heldBefore, rejection, takenBack, subjectOf, type Undoing } from './errors.ts';
import { isOwnAct } from './policy.ts';
import { type DoneEvent, findReported, readSince, type Since } from './undo.sql.ts';

/** The state of an event's card or account under its lock. */
type Found = {
  since: Since | undefined;
  isThere: boolean;
  /** Whether the event decided about a report of the actor. */
  isReported: boolean;
};

function undoOne(
  actor: Moderator,
  event: DoneEvent,
  { since, isThere, isReported }: Found,
): Undoing {
  const id = subjectOf(event);
  const { userId, profileId, username } = event;
  const error = rejection(actor, event, username, since);
  if (error) {
    return { result: error };
  }
  if (isOwn(actor, userId)) {
    const message = 'Nobody decides about their own card or account';
    return { result: rejected(id, username, 'OWN_PROFILE', message) };
  }
  if (isReported && !isOwnAct(actor, event)) {
    const message = 'You reported it: somebody else decides';
    return { result: rejected(id, username, 'OWN_REPORT', message) };
  }
  if (!isThere) {
    return { result: rejected(id, username, 'GONE', 'It was deleted meanwhile') };
  }
  const about = profileId !== null && username !== null ? { profileId, username } : {};
  return {
    result: { id, label: username, outcome: 'done' },
    event: {
      type: 'item.reopened',
      userId,
      ...about,
      ...(event.before['held'] === true ? takenBack(event) : { before: {}, after: {} }),
      undoesId: event.id,
    },
  };
}

/** Reopens items if nothing was done to the card or account since. */
export async function undoClosings(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
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
  const since = await readSince(deps.em, events);
  const reported = await findReported(deps.em, events, personOf(actor));
  const undoings = events.map((event) =>
    undoOne(actor, event, {
      since: since.get(event.id),
      isThere: there.has(subjectOf(event)),
      isReported: reported.has(event.id),
    }),
  );
  await holdAgain(deps.em, { ids: heldBefore(undoings) });
  return undoings;
}
