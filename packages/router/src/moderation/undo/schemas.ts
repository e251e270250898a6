import { z } from 'zod';

/** Either a whole act or one event of it. */
export const UndoInput = z.union(
  [z.strictObject({ act: z.uuid() }), z.strictObject({ event: z.uuid() })],
  { error: 'Must be an object with either act or event, an id.' },
);
