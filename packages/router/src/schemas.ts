import { z } from 'zod';
import { paragraphs } from './text.ts';

export const Nothing = z
  .object({
    data: z.null().meta({ description: 'Always `null`.' }),
  })
  .meta({ id: 'Nothing' });

export const answerOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.object(shape).meta({ description: 'The answer.' }) });

export const AppealText = paragraphs({ min: 1, max: 1000 }).meta({
  description: 'Why somebody else should look at it again.',
  examples: ['It is my own shop.'],
});

export const Instant = z.iso.datetime();

/** Usually null. */
export const instantOrNull = (description: string) =>
  Instant.nullable().meta({ description, examples: [null] });

export const count = (description: string) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [1] });

export const textOrNull = (description: string, example: string | null) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: [example] });

export const NextCursor = textOrNull(
  'The cursor of the next answer. `null` at the end.',
  null,
);

export const CursorInput = z.string().optional().meta({
  description:
    'The `nextCursor` of the last answer. Without it, the list starts from the beginning.',
});

/** @param bounds are told of one that JSON can't hold exactly, in place of JSON's bound */
export const wholeNumber = (bounds?: string) =>
  z.int({
    abort: true,
    error: ({ code }) => (code === 'invalid_type' ? 'Must be a whole number.' : bounds),
  });

export const wholeInput = (least: number, most: number) => {
  const bounds = `Must be ${least} to ${most}.`;
  return wholeNumber(bounds).min(least, bounds).max(most, bounds);
};

/** @param things such as `mails` */
export const limitInput = (things: string, usual: number) =>
  wholeInput(1, 100)
    .default(usual)
    .meta({ description: `The most ${things} in one answer.` });

/** PostgreSQL writes ids in lower case. */
export const IdInput = (message = 'Must be an id.') => z.uuid(message).toLowerCase();

export const UserIdInput = IdInput('Must be the id of a user.').meta({
  description: 'The id of the user.',
});

/**
 * An instant that PostgreSQL can store. It has no year 0. It rounds beyond
 * microseconds, which at the end of 9999 gives a year that no answer can hold.
 */
export const InstantInput = z.iso
  .datetime('Must be an instant in UTC, such as 2026-01-31T12:00:00Z.')
  .refine((value) => !/\.\d{7}/.test(value), 'Must have at most 6 decimals of a second.')
  .refine((value) => !value.startsWith('0000'), 'Must be a year from 1 on.');
