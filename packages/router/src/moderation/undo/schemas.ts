import { z } from 'zod';
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
    .meta({ description: 'What was done by this session of theirs alone.' }),
  since: InstantInput.meta({ description: 'From this instant on.' }),
};

export const ActionsByInput = z.strictObject(acts);

const filter = {
  ...acts,
  type: EventType.optional().meta({ description: 'Events of this kind alone.' }),
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
        'All that somebody has done since an instant, the newest first, up to 1,000 events in one call.',
    }),
  })
  .refine((input) => Object.values(input).filter(Boolean).length === 1, {
    error: 'Must be an object with one of action, event and filter.',
  })
  .meta({ examples: [{ action: '019c13d2-7c00-7000-8000-0242ac120002' }] });

export const UndoResults = answerOf({
  ...ActionResults.shape.data.shape,
  nextCursor: NextCursor.meta({
    description:
      'What the rest of the filter is undone with, in another call; `null` where nothing is left.',
    examples: [null],
  }),
}).meta({ id: 'UndoResults' });

export const Undoable = answerOf({
  cards: count('Profiles and users that one call would change.'),
  acts: count('Moderation actions that it would undo, or events of them.'),
  isFree: z.boolean().meta({
    description: 'Whether all of it was done by whoever asks, within the last hour.',
  }),
  needsAdmin: z.boolean().meta({
    description: 'Whether whoever asks may not undo it: it takes an admin.',
  }),
  isMore: z
    .boolean()
    .meta({ description: 'Whether more would be left for another call.' }),
});
