import { z } from 'zod';
import { IdInput, InstantInput } from '../../schemas.ts';

/** Either a whole moderation action or one event of it. */
export const UndoInput = z
  .strictObject({
    action: IdInput()
      .optional()
      .meta({ description: 'The id of a whole moderation action.' }),
    event: IdInput()
      .optional()
      .meta({ description: 'The id of one event of an action.' }),
  })
  .refine(({ action, event }) => (action === undefined) !== (event === undefined), {
    error: 'Must be an object with either action or event, an id.',
  })
  .meta({ examples: [{ action: '019c13d2-7c00-7000-8000-0242ac120002' }] });

/** Whose actions, and since when. */
export const ActionsByInput = z.strictObject({
  by: IdInput().meta({ description: 'The id of the user or service key that acted.' }),
  session: IdInput()
    .optional()
    .meta({ description: 'What was done by this session of theirs alone.' }),
  since: InstantInput.meta({ description: 'From this instant on.' }),
});
