import { changeKinds } from '@namecard/db';
import { z } from 'zod';
import { Profile } from '../profiles/schemas.ts';
import { answerOf, Instant, limitInput } from '../schemas.ts';

export const Change = z
  .object({
    kind: z
      .enum(changeKinds)
      .meta({ description: 'What happened.', examples: ['profile.created'] }),
    id: z
      .uuid()
      .meta({ description: 'The id of the user or the profile. It never changes.' }),
    revision: z
      .int()
      .min(1)
      .meta({
        description:
          'The revision of the user or the profile after the change. It only rises, so ignore older ones.',
        examples: [1],
      }),
    at: Instant.meta({ description: 'When the change was made.' }),
    user: z
      .object({
        username: z.string().nullable().meta({ description: '`null` until one is set.' }),
      })
      .nullable()
      .meta({
        description:
          'The user’s current data. `null` if the user was erased, or if the change is about a profile.',
        examples: [null],
      }),
    profile: Profile.nullable().meta({
      description:
        'The profile’s current data. `null` if the profile is hidden or was deleted, or if the change is about a user.',
    }),
  })
  .meta({ id: 'Change' });

export const ListChangesInput = z.object({
  cursor: z
    .string('Must be a string.')
    .optional()
    .meta({ description: 'The `nextCursor` of the last answer.' }),
  from: z.enum(['oldest', 'now'], 'Must be oldest or now.').default('oldest').meta({
    description:
      'The start without a cursor: the oldest change that is kept, or the next change after this call.',
  }),
  limit: limitInput('changes', 100),
});

export const ChangeList = answerOf({
  changes: z.array(Change).meta({ description: 'The next changes, oldest first.' }),
  nextCursor: z.string().meta({
    description:
      'The cursor of the next answer, now or later. It is always set, and works for 30 days.',
    examples: ['YyAwMTk5YzBkZS01YTE3LTdjYzAtYjFjMy0yZjRkNmE4ZTliMDEgMQ'],
  }),
}).meta({ id: 'ChangeList' });
