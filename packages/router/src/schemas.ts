import { z } from 'zod';
import { paragraphs } from './text.ts';

/** The answer where there is nothing to say. */
export const Nothing = z
  .object({
    data: z.null().meta({ description: 'Always `null`: there is nothing to say.' }),
  })
  .meta({ id: 'Nothing' });

/** An answer of these parts. */
export const answerOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.object(shape).meta({ description: 'What was asked for.' }) });

/** What an appeal says. */
export const AppealText = paragraphs({ min: 1, max: 1000 }).meta({
  description: 'Why somebody else should look at it again.',
  examples: ['It is my own shop.'],
});

/** An instant in an answer. */
export const Instant = z.iso.datetime();

/** How many there are of something. */
export const count = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [1] });

/** Where an answer that is a part of a list goes on. */
export const NextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'What the next part is asked for with; `null` at the end.',
    examples: [null],
  });

/** What a part of a list is asked for with. */
export const CursorInput = z.string().optional().meta({
  description: 'The `nextCursor` of the part before. Left out, the list begins.',
});

/** An id as PostgreSQL writes it, so that the same one in capitals is the same. */
export const IdInput = (message = 'Must be an id.') => z.uuid(message).toLowerCase();

/**
 * An instant that PostgreSQL knows: its calendar has no year 0, and it rounds what is finer than a microsecond, at the end of
 * 9999 to a year that no answer can hold.
 */
export const InstantInput = z.iso
  .datetime('Must be an instant in UTC, such as 2026-01-31T12:00:00Z.')
  .refine((value) => !/\.\d{7}/.test(value), 'Must have at most 6 decimals of a second.')
  .refine((value) => !value.startsWith('0000'), 'Must be a year from 1 on.');
