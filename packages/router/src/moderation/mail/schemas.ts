import { mailEvents, mailStates } from '@namecard/db';
import { z } from 'zod';
import { Person } from '../../access/schemas.ts';
import { SendCodeInput } from '../../auth/schemas.ts';
import {
  answerOf,
  CursorInput,
  Instant,
  instantOrNull,
  limitInput,
  NextCursor,
  textOrNull,
} from '../../schemas.ts';
import { searched } from '../../text.ts';

export const ListDeliveriesInput = z.object({
  address: searched({ max: 254 })
    .optional()
    .meta({ description: 'Only mails to this email address.' }),
  state: z.enum(['waiting', 'failed']).optional().meta({
    description:
      '`failed`: mails of the last 7 days that did not arrive. Mails to an address that was cleared since are left out.',
  }),
  cursor: CursorInput,
  limit: limitInput('mails', 50),
});

export const Delivery = z
  .object({
    id: z.uuid().meta({ description: 'The id of the mail.' }),
    kind: z.enum(['sign_in', 'decision', 'move', 'invitation']).meta({
      description:
        '`sign_in`: a mail with codes. `decision`: a mail about moderators’ decisions. `move`: a mail about a change of an account’s address. `invitation`: an invitation or its reminder.',
    }),
    address: z
      .string()
      .meta({ description: 'The recipient.', examples: ['ann@example.com'] }),
    state: z
      .enum(mailStates)
      .meta({ description: 'The state of the mail.', examples: ['sent'] }),
    outcome: textOrNull(
      'Why the provider did not take the mail, as a word of a fixed list. `null` if there is no reason.',
      null,
    ),
    event: z
      .enum(mailEvents)
      .nullable()
      .meta({
        description:
          'The provider’s later report about the mail. `null` if there is none.',
        examples: [null],
      }),
    eventAt: instantOrNull(
      'When the provider reported it. `null` if there is no report.',
    ),
    attempts: z.int().meta({
      description: 'How often the service has tried to send the mail.',
      examples: [1],
    }),
    nextAttemptAt: instantOrNull(
      'When the next try is due. `null` if the mail does not wait.',
    ),
    requestedAt: Instant.meta({ description: 'When the mail was asked for.' }),
    sentAt: Instant.nullable().meta({
      description: 'When the provider took the mail. `null` if it has not.',
    }),
    messageId: textOrNull(
      'The provider’s id of the mail. `null` if the provider has not taken it.',
      '0a129aee-e1cd-480d-b08d-4f48548ff48d',
    ),
    isInMailbox: z.boolean().meta({
      description:
        'Whether the mail went to the development mailbox instead of a provider.',
    }),
  })
  .meta({ id: 'Delivery', description: 'A mail and its delivery.' });

export const MailAddress = z.object({
  address: searched({ min: 1, max: 254 }).meta({
    description: 'An email address, in any case.',
    examples: ['ann@example.com'],
  }),
});

export const ClearInput = MailAddress.extend({
  ban: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether to let the address have an account again, although a suspended account with it was erased.',
      examples: [false],
    }),
  refusal: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether to take back what the address’s owner refused, instead of what an operator or the provider blocks.',
      examples: [false],
    }),
});

/** Checked like an address at sign-in: a typing error would block nothing. */
export const SuppressAddress = z.object({ address: SendCodeInput.shape.email });

export const DeliveryList = answerOf({
  deliveries: z.array(Delivery).meta({ description: 'The mails, newest first.' }),
  nextCursor: NextCursor,
});

export const InspectedAddress = answerOf({
  isSuppressed: z.boolean().meta({
    description:
      'Whether no mail reaches the address: an operator has blocked it, or the provider has reported that it delivers none.',
  }),
  isRefused: z.boolean().meta({
    description:
      'Whether its owner refuses invitations and other mails that they did not ask for. `clearSuppression` with `refusal` takes that back.',
    examples: [false],
  }),
  isBanned: z.boolean().meta({
    description:
      'Whether nobody can make an account with the address, because a suspended one was erased. `clearSuppression` with `ban` ends that.',
    examples: [false],
  }),
  user: Person.nullable().meta({
    description:
      'The user who signs in with the address, or who has left it and can come back to it. `null` if there is none.',
  }),
});
