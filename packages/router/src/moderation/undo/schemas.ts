import { z } from 'zod';
import { ActCodeInput } from '../../access/schemas.ts';
import { EventType } from '../../audit/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  InstantInput,
  NextCursor,
} from '../../schemas.ts';
import { ActionResults } from '../schemas.ts';

const acts = {
  by: IdInput().meta({ description: 'The id of the user or service key that acted.' }),
  session: IdInput()
    .optional()
    .meta({ description: 'Only acts of this session of the user.' }),
  since: InstantInput.meta({ description: 'Only acts from this instant on.' }),
};

export const ActionsByInput = z.strictObject(acts);

const filter = {
  ...acts,
  type: EventType.optional().meta({ description: 'Only events of this type.' }),
};

export const UndoableInput = z.object(filter);

const UndoFilter = z.strictObject({ ...filter, cursor: CursorInput });

/** An action, one event of it, or all that somebody did since an instant. */
export const UndoInput = z
  .strictObject({
    action: IdInput()
      .optional()
      .meta({ description: 'The id of a whole moderation action.' }),
    event: IdInput()
      .optional()
      .meta({ description: 'The id of one event of an action.' }),
    filter: UndoFilter.optional().meta({
      description:
        'All acts of somebody since an instant, newest first. One call undoes at most 10,000 events.',
    }),
    code: ActCodeInput,
  })
  .refine(
    ({ action, event, filter: all }) => [action, event, all].filter(Boolean).length === 1,
    {
      error: 'Must be an object with one of action, event and filter.',
    },
  )
  .meta({ examples: [{ action: '019c13d2-7c00-7000-8000-0242ac120002' }] });

export const UndoResults = answerOf({
  ...ActionResults.shape.data.shape,
  isRunning: z.boolean().meta({
    description:
      'Whether a job does it, because there are more than 1,000 events. Then `results` is empty, and `GET /moderation/acts/list` tells how far it is.',
    examples: [false],
  }),
  nextCursor: NextCursor.meta({
    description:
      'The cursor for another call that undoes the rest. `null` if nothing is left.',
    examples: [null],
  }),
}).meta({ id: 'UndoResults' });

export const Undoable = answerOf({
  cards: count('Profiles and users that one call would change.'),
  acts: count('Moderation actions that one call would undo, whole or in part.'),
  needsAdmin: z.boolean().meta({
    description: 'Whether only an admin may undo it, and the caller is none.',
  }),
  isMore: z
    .boolean()
    .meta({ description: 'Whether one call would leave some acts for the next call.' }),
});
