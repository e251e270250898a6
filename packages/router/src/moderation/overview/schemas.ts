import { identityNames } from '@namecard/db';
import { z } from 'zod';
import { ProfileCount } from '../../profiles/schemas.ts';
import { answerOf, count } from '../../schemas.ts';
import { Delivery } from '../mail/schemas.ts';
import { ModeratedProfile } from '../profiles/schemas.ts';

export const Overview = answerOf({
  counts: z
    .object({
      profiles: ProfileCount,
      users: count('All users.')
        .nullable()
        .meta({
          description: 'All users; for admins alone, else `null`.',
          examples: [2],
        }),
      suspended: count('Those who are suspended.')
        .nullable()
        .meta({
          description: 'Users who are suspended; for admins alone, else `null`.',
          examples: [1],
        }),
    })
    .meta({ description: 'How many there are.' }),
  newest: z.array(ModeratedProfile).meta({ description: 'The newest 8 profiles.' }),
  changed: z.array(ModeratedProfile).meta({
    description:
      'The 8 profiles that their owners changed last, in the last 7 days and after they were made.',
  }),
  duplicateIdentities: z
    .array(
      z.object({
        identity: z.enum(identityNames).meta({ description: 'Which identity it is.' }),
        value: z.string().meta({
          description: 'What they link.',
          examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
        }),
        users: count('Users who link it.').meta({ examples: [2] }),
      }),
    )
    .meta({
      description:
        '8 of the identities that several users link, those of most users first.',
    }),
  failedMail: z
    .array(Delivery)
    .nullable()
    .meta({
      description:
        'The 8 newest mails of the last 7 days that did not arrive; for admins alone, else `null`.',
      examples: [[]],
    }),
  days: z
    .array(
      z.object({
        day: z.iso.date().meta({ description: 'The day, in UTC.' }),
        profiles: count('Profiles that were made.'),
        users: count('Users who signed in for the first time.'),
        hidden: count('Profiles that were hidden, but for what was undone since.'),
        restored: count(
          'Profiles that were shown again, but for undos and what was undone since.',
        ),
      }),
    )
    .meta({
      description: 'The last 30 days in UTC, the oldest first, the present one last.',
    }),
});
