import { z } from 'zod';
import { User } from '../access/schemas.ts';
import { readAddress } from '../addresses.ts';
import { answerOf, AppealText, Instant } from '../schemas.ts';
import { pasted } from '../text.ts';

/** RFC 5321 4.5.3.1: 64 octets before the @, and 254 in all fit a path of 256. */
const longestAddress = 254;

/** A dot-atom (RFC 5322) at a domain of two or more labels. ASCII, no quotes. */
const addressPattern =
  /^(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

const tooLong = `Must be at most ${longestAddress} characters.`;

/** Kept in the case it has. It is compared in lower case. */
const email = z
  .string('Must be a string.')
  .max(longestAddress, { error: tooLong, abort: true })
  .overwrite(readAddress)
  .max(longestAddress, tooLong)
  .regex(addressPattern, {
    error: 'Must be an email address, such as ann@example.com.',
  })
  .meta({
    format: 'email',
    description: 'The email address to sign in with, in any case.',
    examples: ['ann@example.com'],
  });

export const SendCodeInput = z.object({ email });

const otp = pasted({ min: 1, max: 64 }).meta({
  description: 'One of the two codes in the mail. Spaces, dashes and case do not matter.',
  examples: ['482913', 'AB3D-9K2M-7QRST'],
});

export const VerifyCodeInput = z.object({ email, otp });

export const AppealSuspensionInput = z
  .object({
    email,
    otp: otp.optional(),
    ticket: pasted({ min: 1, max: 512 }).optional().meta({
      description:
        'The `ticket` from the refused sign-in, instead of a code. It works for 30 minutes.',
    }),
    text: AppealText,
  })
  .refine(({ otp: code, ticket }) => (code === undefined) !== (ticket === undefined), {
    path: ['otp'],
    error: 'Must be given, unless a ticket is given. Both together are not allowed.',
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
