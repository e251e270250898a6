import type { Actor } from '../../auth/sessions.ts';
import type { Deps, EntityManager } from '../../context.ts';
import type { NewEvent } from '../../events/record.ts';
import { lockProfiles, setHidden } from '../../profiles/moderation/act-queries.ts';
import type { LockedProfile } from '../../profiles/moderation/refusals.ts';
import { refused, type ActResult } from '../../events/results.ts';
import { readSince, type DoneEvent, type Since } from './queries.ts';
import { refuse, subjectOf } from './refusals.ts';

/** What became of an event that was to be taken back, and the event that says so. */
export type Undoing = { result: ActResult; event?: NewEvent };

/** The opposite of what was done. Hidden again, a profile is so for the reason it was hidden for before. */
function opposite(event: DoneEvent, profile: LockedProfile, since: Since | undefined): NewEvent {
  const hidden = !profile.hidden;
  return {
    action: hidden ? 'profile.hidden' : 'profile.restored',
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
  const refusal = refuse(event, event.username, since);
  if (refusal) {
    return { result: refusal };
  }
  if (!profile) {
    return { result: refused(id, event.username, 'GONE', 'It was deleted meanwhile') };
  }
  if (profile.hidden !== (event.action === 'profile.hidden')) {
    const message = profile.hidden ? 'It is hidden already' : 'It is not hidden';
    return { result: refused(id, profile.username, 'ALREADY', message) };
  }
  const result: ActResult = { id, label: profile.username, outcome: 'done' };
  return { result, event: opposite(event, profile, since) };
}

async function write(em: EntityManager, undoings: readonly Undoing[], hidden: boolean) {
  const ids = undoings.flatMap(({ event }) =>
    event?.profileId !== undefined && event.after['hidden'] === hidden ? [event.profileId] : [],
  );
  if (ids.length > 0) {
    await setHidden(em, ids, hidden);
  }
}

/** Takes back what was done to profiles where nothing was done to them since; nothing but `hidden` is written. */
export async function undoOfProfiles(
  deps: Pick<Deps, 'em' | 'settings'>,
  actor: Actor,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  if (events.length === 0) {
    return [];
  }
  const { em } = deps;
  const locked = await lockProfiles(deps, actor, events.map(subjectOf));
  const profiles = new Map(locked.map((profile) => [profile.id, profile]));
  const since = await readSince(
    em,
    events.map(({ id }) => id),
  );
  const known = new Map(since.map((one) => [one.id, one]));
  const undoings = events.map((event) =>
    undoOne(event, profiles.get(subjectOf(event)), known.get(event.id)),
  );
  await write(em, undoings, true);
  await write(em, undoings, false);
  return undoings;
}
