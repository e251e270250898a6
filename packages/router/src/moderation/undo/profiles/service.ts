import type { Actor } from '../../../access/service.ts';
import { rejected, RowResult } from '../../../audit/schemas.ts';
import type { NewEvent } from '../../../audit/service.ts';
import type { Deps, EntityManager } from '../../../context.ts';
import { type LockedProfile, setHidden } from '../../profiles/queries.ts';
import { lockForAction } from '../../profiles/service.ts';
import { rejection, subjectOf, type Undoing } from '../errors.ts';
import { type DoneEvent, readSince, type Since } from '../queries.ts';

/** The opposite of what was done. Hidden again, a profile is so for the reason it was hidden for before. */
function opposite(event: DoneEvent, profile: LockedProfile, since: Since | undefined): NewEvent {
  const hidden = !profile.hidden;
  return {
    type: hidden ? 'profile.hidden' : 'profile.restored',
    userId: profile.owner_id,
    profileId: profile.id,
    username: profile.username,
    reason: hidden ? (since?.earlier?.reason ?? 'other') : null,
    note: hidden ? since?.earlier?.note : null,
    before: { hidden: profile.hidden },
    after: { hidden },
    undoes: event.id,
  };
}

function undoOne(
  event: DoneEvent,
  profile: LockedProfile | undefined,
  since: Since | undefined,
): Undoing {
  const id = subjectOf(event);
  const error = rejection(event, event.username, since);
  if (error) {
    return { result: error };
  }
  if (!profile) {
    return { result: rejected(id, event.username, 'GONE', 'It was deleted meanwhile') };
  }
  if (profile.hidden !== (event.action === 'profile.hidden')) {
    const message = profile.hidden ? 'It is hidden already' : 'It is not hidden';
    return { result: rejected(id, profile.username, 'ALREADY', message) };
  }
  const result: RowResult = { id, label: profile.username, outcome: 'done' };
  return { result, event: opposite(event, profile, since) };
}

async function writeHidden(em: EntityManager, undoings: readonly Undoing[], hidden: boolean) {
  const ids = undoings.flatMap(({ event }) =>
    event?.profileId !== undefined && event.after['hidden'] === hidden ? [event.profileId] : [],
  );
  if (ids.length > 0) {
    await setHidden(em, ids, hidden);
  }
}

/** Undoes what was done to profiles where nothing was done to them since; nothing but `hidden` is written. */
export async function undoProfiles(
  deps: Deps,
  actor: Actor,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  if (events.length === 0) {
    return [];
  }
  const { em } = deps;
  const locked = await lockForAction(deps, actor, events.map(subjectOf));
  const profiles = new Map(locked.map((profile) => [profile.id, profile]));
  const since = await readSince(
    em,
    events.map(({ id }) => id),
  );
  const sinceById = new Map(since.map((one) => [one.id, one]));
  const undoings = events.map((event) =>
    undoOne(event, profiles.get(subjectOf(event)), sinceById.get(event.id)),
  );
  await writeHidden(em, undoings, true);
  await writeHidden(em, undoings, false);
  return undoings;
}
