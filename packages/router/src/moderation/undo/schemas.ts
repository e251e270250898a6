import { z } from 'zod';
import { IdInput } from '../../events/schemas.ts';

/** Either a whole act or one event of it. */
export const UndoInput = z.union(
  [z.strictObject({ act: IdInput() }), z.strictObject({ event: IdInput() })],
  { error: 'Must be an object with either act or event, an id.' },
);
