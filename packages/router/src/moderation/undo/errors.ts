import type { Moderator } from '../../access/caller.ts';
import { eventMessage } from '../../audit/messages.ts';
import { opposites } from '../../audit/policy.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import { AppError } from '../../errors.ts';
import { brakeErrors } from '../brake/errors.ts';
import { rejected, RowResult } from '../schemas.ts';
import { mostOfOthers } from './policy.ts';
import type { DoneEvent, Since } from './undo.sql.ts';

export const undoErrors = [
  'ACTION_NOT_FOUND',
  'UNDO_TAKES_ADMIN',
  ...brakeErrors,
] as const;

export const actionNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'ACTION_NOT_FOUND',
    'There is no such action that you can undo. It may be too old to be kept.',
  );

export const undoTakesAdmin = () =>
  new AppError(
    'FORBIDDEN',
    'UNDO_TAKES_ADMIN',
    `This would change more than ${mostOfOthers} cards that somebody else changed. Ask an admin to undo it, or undo smaller actions.`,
  );

/** `event` records the undo of an event. */
export type Undoing = { result: RowResult; event?: NewEvent };

/** The subject of an event; the event itself if the subject is forgotten. */
export const subjectOf = ({ id, profileId, userId }: DoneEvent) =>
  profileId ?? userId ?? id;

/** What the undo of an event changes. */
export const takenBack = ({ before, after }: Pick<DoneEvent, 'before' | 'after'>) => ({
  before: after,
  after: before,
});

/** The cards of these that waited for a first look before, and wait again. */
export const heldBefore = (undoings: readonly Undoing[]): string[] =>
  undoings.flatMap(({ event }) =>
    event?.after['held'] === true ? (event.profileId ?? []) : [],
  );

/** Why nobody can undo an event; undefined if it can be undone. */
export function rejection(
  reader: Moderator,
  event: DoneEvent,
  label: string | null,
  since: Since | undefined,
): RowResult | undefined {
  const id = subjectOf(event);
  if (opposites[event.type] === undefined) {
    return rejected(id, label, 'NOT_UNDOABLE', 'This can’t be undone');
  }
  if (since?.undone) {
    return rejected(
      id,
      label,
      'UNDONE',
      `It was undone already: ${eventMessage(reader, since.undone)}`,
    );
  }
  return since?.later
    ? rejected(id, label, 'TOUCHED', eventMessage(reader, since.later))
    : undefined;
}
