import { z } from 'zod';

/** The header of a request that may be repeated, as the document describes it. */
export const IdempotencyHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .meta({
      description:
        'Your own name for this request. Repeated within 24 hours it is answered as it was the first time, as long as it is among your last 1,000 names.',
    }),
});
