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

export type Refuse = (
  ...why: [reason: Parameters<typeof rejected>[2], message: string]
) => RowResult;

type Given = { since: Since | undefined; refuse: Refuse };

type Undone = NewEvent | RowResult | undefined;

/**
 * Undoes one of several events, whose rows are locked, or says why not. Undefined if
 * there is nothing to say.
 */
export type UndoOne = (event: DoneEvent, given: Given) => Undone | Promise<Undone>;

/** The subject of an event; the event itself if the subject is forgotten. */
export const subjectOf = ({ id, profileId, userId }: DoneEvent) =>
  profileId ?? userId ?? id;

/** What the undo of an event changes. */
export const takenBack = ({ before, after }: Pick<DoneEvent, 'before' | 'after'>) => ({
  before: after,
  after: before,
});

/** Why nobody can undo an event; undefined if it can be undone. */
export function rejection(
  reader: Moderator,
  { type }: DoneEvent,
  { since, refuse }: Given,
): RowResult | undefined {
  if (opposites[type] === undefined) {
    return refuse('NOT_UNDOABLE', 'This can’t be undone');
  }
  if (since?.undone) {
    const undone = eventMessage(reader, since.undone);
    return refuse('UNDONE', `It was undone already: ${undone}`);
  }
  return since?.later ? refuse('TOUCHED', eventMessage(reader, since.later)) : undefined;
}
