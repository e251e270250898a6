import { z } from 'zod';
import { paragraphs } from './text.ts';

export const Nothing = z
  .object({
    data: z.null().meta({ description: 'Always `null`: there is nothing to say.' }),
  })
  .meta({ id: 'Nothing' });

export const answerOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.object(shape).meta({ description: 'What was asked for.' }) });

export const AppealText = paragraphs({ min: 1, max: 1000 }).meta({
  description: 'Why somebody else should look at it again.',
  examples: ['It is my own shop.'],
});

export const Instant = z.iso.datetime();

export const count = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [1] });

export const NextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'What the next part is asked for with; `null` at the end.',
    examples: [null],
  });

export const CursorInput = z.string().optional().meta({
  description: 'The `nextCursor` of the part before. Left out, the list begins.',
});

/** PostgreSQL writes ids in lower case. */
export const IdInput = (message = 'Must be an id.') => z.uuid(message).toLowerCase();

/**
 * An instant that PostgreSQL can store. It has no year 0. It rounds beyond
 * microseconds, which at the end of 9999 gives a year that no answer can hold.
 */
export const InstantInput = z.iso
  .datetime('Must be an instant in UTC, such as 2026-01-31T12:00:00Z.')
  .refine((value) => !/\.\d{7}/.test(value), 'Must have at most 6 decimals of a second.')
  .refine((value) => !value.startsWith('0000'), 'Must be a year from 1 on.');
