import { languages, roles } from '@namecard/db';
import { z } from 'zod';
import { User } from '../access/schemas.ts';
import { answerOf, IdInput, Instant } from '../schemas.ts';
import { username, visibleLine } from '../text.ts';

const identity = visibleLine({ max: 128 })
  .nullable()
  .optional()
  .meta({
    description:
      'Unverified; without invisible characters. `null` or an empty string unlinks it.',
    examples: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  });

export const UpdateMeInput = z.object({
  username: username
    .nullable()
    .optional()
    .meta({
      description:
        'Unique without case. `null` clears it. One that was held for a week and given up rests for 90 days, for all but you.',
      examples: ['ann'],
    }),
  walletAddress: identity,
  farcasterId: identity,
  coinbaseWallet: identity,
  worldId: identity,
});

const language = z.enum(languages);

export const LanguageInput = z.object({
  language: language.meta({
    description:
      'The language of mails to you and, once you sign in there, of the pages for members.',
  }),
});

export const UpdatedUser = answerOf({ user: User }).meta({ id: 'UpdatedUser' });

export const Me = answerOf({
  user: User,
  role: z
    .enum(roles)
    .meta({ description: 'What they may do beside what every user may.' }),
  language: language.nullable().meta({
    description:
      'The language of mails to you. `null` until you choose one, or sign in with an `Accept-Language` that names one.',
  }),
  session: z
    .object({
      expiresAt: Instant.meta({ description: 'When it ends, if it is not used again.' }),
    })
    .meta({ description: 'The session of the token that was sent.' }),
}).meta({ id: 'Me' });

export const UserId = z.object({
  id: IdInput('Must be the id of a user.').meta({ description: 'The id of the user.' }),
});

/** Leaves out the email address and linked identities. */
export const KnownUser = answerOf({
  user: User.pick({ id: true, username: true, createdAt: true, updatedAt: true })
    .extend({
      role: z
        .enum(roles)
        .meta({ description: 'What they may do beside what every user may.' }),
      isSuspended: z
        .boolean()
        .meta({ description: 'Whether they are suspended at present.' }),
    })
    .meta({ description: 'The user.' }),
}).meta({ id: 'KnownUser' });

export const PersonalData = answerOf({
  at: Instant.meta({ description: 'When it was read.' }),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
    description:
      'By table, the newest rows first: what each column holds that is yours to know.',
    examples: [{ users: [{ email: 'ann@example.com', username: 'ann' }] }],
  }),
  shortened: z.array(z.string()).meta({
    description: 'The tables that have more than the newest 1,000 rows, which are here.',
    examples: [['sessions']],
  }),
}).meta({ id: 'PersonalData' });
