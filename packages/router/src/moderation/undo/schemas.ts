import { z } from 'zod';
import { IdInput } from '../../schemas.ts';

/** Either a whole moderation action or one event of it. */
export const UndoInput = z.union(
  [z.strictObject({ action: IdInput() }), z.strictObject({ event: IdInput() })],
  { error: 'Must be an object with either action or event, an id.' },
);
