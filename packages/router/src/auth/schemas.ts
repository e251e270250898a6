import { z } from 'zod';
import { CodeInput, EmailInput, TicketInput, User } from '../access/schemas.ts';
import { answerOf, AppealText, Instant } from '../schemas.ts';

export const SendCodeInput = z.object({ email: EmailInput });

export const VerifyCodeInput = z.object({ email: EmailInput, otp: CodeInput });

export const AppealSuspensionInput = z
  .object({
    email: EmailInput,
    otp: CodeInput.optional(),
    ticket: TicketInput.optional().meta({
      description:
        'The `ticket` from the refused sign-in, instead of a code. It works for 30 minutes.',
    }),
    text: AppealText,
  })
  .refine(({ otp: code, ticket }) => (code === undefined) !== (ticket === undefined), {
    path: ['otp'],
    error: 'Must be given, unless a ticket is given. Both together are not allowed.',
  })
  .meta({
    examples: [
      {
        email: 'ann@example.com',
        ticket: 'bm90IGEgdGlja2V0',
        text: 'It is my own shop.',
      },
    ],
  });

export const SignedIn = answerOf({
  user: User,
  token: z.string().meta({
    description: 'The session token, for `Authorization: Bearer`.',
    examples: ['nc_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8'],
  }),
}).meta({ id: 'SignedIn' });

export const Session = z
  .object({
    id: z.uuid().meta({ description: 'The id of the session.' }),
    createdAt: Instant.meta({ description: 'When the session began.' }),
    lastUsedAt: Instant.meta({
      description: 'When the session was last used, to within five minutes.',
    }),
    browser: z.string().meta({
      description: 'The browser that signed in, if it is known.',
      examples: ['Firefox'],
    }),
    system: z.string().meta({
      description: 'The operating system of that browser, if it is known.',
      examples: ['Linux'],
    }),
    current: z.boolean().meta({ description: 'Whether this call uses the session.' }),
  })
  .meta({ id: 'Session', description: 'A sign-in on one device.' });

export const SessionList = answerOf({
  sessions: z.array(Session).meta({ description: 'The sessions that have not ended.' }),
}).meta({ id: 'SessionList' });

export const SessionName = z.object({
  id: z.string('Must be a string.').meta({ description: 'The id of the session.' }),
});
