import { z } from 'zod';

export const UndoInput = z.union(
  [z.strictObject({ act: z.uuid() }), z.strictObject({ event: z.uuid() })],
  { error: 'Must be an object with either act or event, an id.' },
);
