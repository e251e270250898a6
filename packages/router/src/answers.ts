import { z } from 'zod';

/** The answer of what has nothing to tell. */
export const Nothing = z.object({ data: z.null() }).meta({ id: 'Nothing' });
