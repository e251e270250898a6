import { changeKinds } from '@namecard/db';
import { z } from 'zod';
import { Profile } from '../profiles/schemas.ts';
import { answerOf, Instant } from '../schemas.ts';

export const Change = z
  .object({
    kind: z
      .enum(changeKinds)
      .meta({ description: 'What happened.', examples: ['profile.created'] }),
    id: z
      .uuid()
      .meta({ description: 'Of the user or the profile, which keeps it for good.' }),
    revision: z
      .int()
      .min(1)
      .meta({
        description:
          'That the user or the profile has since then. It only rises: drop what is older.',
        examples: [1],
      }),
    at: Instant.meta({ description: 'When it was changed.' }),
    user: z
      .object({
        username: z.string().nullable().meta({ description: '`null` until one is set.' }),
      })
      .nullable()
      .meta({
        description:
          'The user as they are now; `null` where they were erased, or it is a profile.',
        examples: [null],
      }),
    profile: Profile.nullable().meta({
      description:
        'The profile as it is now; `null` where it is hidden or was deleted, or it is a user.',
    }),
  })
  .meta({ id: 'Change' });

export const ListChangesInput = z.object({
  cursor: z
    .string('Must be a string.')
    .optional()
    .meta({ description: 'The `nextCursor` of the answer before.' }),
  from: z.enum(['oldest', 'now'], 'Must be oldest or now.').default('oldest').meta({
    description:
      'Where to begin without a cursor: with the oldest change that is kept, or with the next one to come.',
  }),
  limit: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 100.')
    .max(100, 'Must be 1 to 100.')
    .default(100)
    .meta({ description: 'Changes in one answer.' }),
});

export const ChangeList = answerOf({
  changes: z.array(Change).meta({ description: 'What happened next, the oldest first.' }),
  nextCursor: z.string().meta({
    description:
      'Where to go on, at once or later. It is always given, and stays good for 30 days.',
    examples: ['YyAwMTk5YzBkZS01YTE3LTdjYzAtYjFjMy0yZjRkNmE4ZTliMDEgMQ'],
  }),
}).meta({ id: 'ChangeList' });
