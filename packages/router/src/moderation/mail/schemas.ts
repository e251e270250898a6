import { mailEvents, mailStates } from '@namecard/db';
import { z } from 'zod';
import { SendCodeInput } from '../../auth/schemas.ts';
import { answerOf, CursorInput, Instant, NextCursor } from '../../schemas.ts';
import { line } from '../../text.ts';

export const ListDeliveriesInput = z.object({
  address: line({ max: 254 }).optional().meta({ description: 'Whom they were sent to.' }),
  state: z.enum(['waiting', 'failed']).optional().meta({
    description: '`failed`: of the last 7 days, as far as nothing has settled it since.',
  }),
  cursor: CursorInput,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'Mails in one answer.' }),
});

export const Delivery = z
  .object({
    id: z.uuid().meta({ description: 'The id of the mail.' }),
    address: z
      .string()
      .meta({ description: 'Whom it is sent to.', examples: ['ann@example.com'] }),
    state: z.enum(mailStates).meta({ description: 'How far it is.', examples: ['sent'] }),
    outcome: z
      .string()
      .nullable()
      .meta({
        description:
          'Why the provider did not take it, in words of a fixed vocabulary; `null` where there is nothing to say.',
        examples: [null],
      }),
    event: z
      .enum(mailEvents)
      .nullable()
      .meta({
        description: 'What the provider said later; `null` where it has said nothing.',
        examples: [null],
      }),
    eventAt: Instant.nullable().meta({
      description: 'When the provider said so; `null` where it has said nothing.',
      examples: [null],
    }),
    attempts: z
      .int()
      .meta({ description: 'How often it was handed to the provider.', examples: [1] }),
    nextAttemptAt: Instant.nullable().meta({
      description: 'When it is tried next; `null` where it is not waiting.',
      examples: [null],
    }),
    requestedAt: Instant.meta({ description: 'When it was asked for.' }),
    sentAt: Instant.nullable().meta({
      description: 'When the provider took it; `null` where it has not.',
    }),
    messageId: z
      .string()
      .nullable()
      .meta({
        description: 'What the provider calls it; `null` where it has not taken it.',
        examples: ['0a129aee-e1cd-480d-b08d-4f48548ff48d'],
      }),
    isInMailbox: z
      .boolean()
      .meta({ description: 'Whether the development mailbox has it, and no provider.' }),
  })
  .meta({ id: 'Delivery', description: 'A mail, and what became of it.' });

export const MailAddress = z.object({
  address: line({ min: 1, max: 254 }).meta({
    description: 'An email address, compared without case.',
    examples: ['ann@example.com'],
  }),
});

/** Checked like an address at sign-in: a typing error would block nothing. */
export const SuppressAddress = z.object({ address: SendCodeInput.shape.email });

/** One mail, or all refused ones without an id. */
export const RetryMails = z.object({ id: z.uuid().optional() });

export const DeliveryList = answerOf({
  deliveries: z.array(Delivery).meta({ description: 'The mails, the newest first.' }),
  nextCursor: NextCursor,
});

export const InspectedAddress = answerOf({
  isSuppressed: z.boolean().meta({
    description:
      'Whether no mail reaches it: an operator has none leave, or the provider delivers none, as far as it has said.',
  }),
  user: z
    .object({
      id: z.uuid().meta({ description: 'Their id.' }),
      email: z.string().meta({
        description: 'The address as they typed it.',
        examples: ['ann@example.com'],
      }),
    })
    .nullable()
    .meta({ description: 'Whoever signs in with it; `null` where nobody has yet.' }),
});
