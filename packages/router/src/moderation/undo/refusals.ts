import { opposites } from '../../events/policy.ts';
import { tell } from '../../events/words.ts';
import { refused, type ActResult } from '../../events/results.ts';
import type { DoneEvent, Since } from './queries.ts';

/** What an event was done to; the event itself where even that is forgotten. */
export const subjectOf = ({ id, profile_id: profile, user_id: user }: DoneEvent) =>
  profile ?? user ?? id;

/** Why an event can't be taken back, whatever state its row is in; undefined where it can. */
export function refuse(
  event: DoneEvent,
  label: string | null,
  since: Since | undefined,
): ActResult | undefined {
  const id = subjectOf(event);
  if (opposites[event.action] === undefined) {
    return refused(id, label, 'NOT_UNDOABLE', 'This can’t be undone');
  }
  if (since?.undone) {
    return refused(id, label, 'UNDONE', `It was undone already: ${tell(since.undone)}`);
  }
  return since?.later ? refused(id, label, 'TOUCHED', tell(since.later)) : undefined;
}
