import { type IdentityName, languages, roles } from '@namecard/db';
import { z } from 'zod';
import {
  CodeInput,
  EmailInput,
  identityExamples,
  TicketInput,
  User,
} from '../access/schemas.ts';
import { answerOf, Instant, UserIdInput } from '../schemas.ts';
import { visibleLine } from '../text.ts';
import { username } from '../usernames.ts';

const identity = (example: string) =>
  visibleLine({ max: 128 })
    .nullable()
    .optional()
    .meta({
      description:
        'Not verified. Without invisible characters. `null` or an empty string unlinks it.',
      examples: [example],
    });

export const UpdateMeInput = z.object({
  username: username
    .nullable()
    .optional()
    .meta({
      description:
        'Unique in any case. `null` clears it. If you had your username for a week and give it up, nobody but you can take it for 90 days.',
      examples: ['ann'],
    }),
  walletAddress: identity(identityExamples.walletAddress),
  farcasterId: identity(identityExamples.farcasterId),
  coinbaseWallet: identity(identityExamples.coinbaseWallet),
  worldId: identity(identityExamples.worldId),
} satisfies z.ZodRawShape & Record<IdentityName, z.ZodType>);

const language = z.enum(languages);

export const LanguageInput = z.object({
  language: language.meta({
    description:
      'The language of mails to you, and of the pages for members once you have signed in there.',
  }),
});

export const RemoveMeInput = z.object({
  otp: CodeInput.meta({
    description: 'The code that was mailed to your address.',
    examples: ['AB3D-9K2M-7QRST'],
  }),
});

export const UpdatedUser = answerOf({ user: User }).meta({ id: 'UpdatedUser' });

const role = z
  .enum(roles)
  .meta({ description: 'The role. A `user` has no further permissions.' });

export const Me = answerOf({
  user: User,
  role,
  language: language.nullable().meta({
    description:
      'The language of mails to you. `null` until you choose one, or sign in with an `Accept-Language` header that names one of ours.',
  }),
  session: z
    .object({
      expiresAt: Instant.meta({
        description: 'When the session ends if it is not used again.',
      }),
    })
    .meta({ description: 'The session of the token that you sent.' }),
}).meta({ id: 'Me' });

export const UserId = z.object({
  id: UserIdInput,
});

/** Leaves out the email address and linked identities. */
export const KnownUser = answerOf({
  user: User.pick({ id: true, username: true, createdAt: true, updatedAt: true })
    .extend({
      role,
      isSuspended: z
        .boolean()
        .meta({ description: 'Whether the user is suspended now.' }),
    })
    .meta({ description: 'The user.' }),
}).meta({ id: 'KnownUser' });

export const ExportSuspendedInput = z.object({ email: EmailInput, ticket: TicketInput });

export const PersonalData = answerOf({
  at: Instant.meta({ description: 'When the data was read.' }),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).meta({
    description: 'By table: the newest rows first, with the columns that you may read.',
    examples: [{ users: [{ email: 'ann@example.com', username: 'ann' }] }],
  }),
  shortened: z.array(z.string()).meta({
    description:
      'The tables with more than 1,000 rows. Only their newest 1,000 rows are here.',
    examples: [['sessions']],
  }),
}).meta({ id: 'PersonalData' });
