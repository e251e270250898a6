import { z } from 'zod';
import { IdInput } from '../../schemas.ts';

/** Either a whole moderation action or one event of it. */
export const UndoInput = z
  .strictObject({ action: IdInput().optional(), event: IdInput().optional() })
  .refine(({ action, event }) => (action === undefined) !== (event === undefined), {
    error: 'Must be an object with either action or event, an id.',
  });
