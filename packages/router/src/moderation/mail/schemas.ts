import { mailEvents, mailStates } from '@namecard/db';
import { z } from 'zod';
import { Instant } from '../../schemas.ts';
import { line } from '../../text.ts';

export const ListDeliveriesInput = z.object({
  address: line({ max: 254 }).optional(),
  /** `failed`: of the last 7 days, as far as nothing has settled it since. */
  state: z.enum(['waiting', 'failed']).optional(),
  cursor: z.string().optional(),
  limit: z.int().min(1).max(100).default(50),
});

export const Delivery = z
  .object({
    id: z.uuid(),
    address: z.string(),
    state: z.enum(mailStates),
    /** Why the provider did not take it, in words of a fixed vocabulary. */
    outcome: z.string().nullable(),
    /** What the provider said later, and when. */
    event: z.enum(mailEvents).nullable(),
    eventAt: Instant.nullable(),
    attempts: z.int(),
    /** When it is tried next; `null` where it is not waiting. */
    nextAttemptAt: Instant.nullable(),
    requestedAt: Instant,
    sentAt: Instant.nullable(),
    messageId: z.string().nullable(),
    /** Whether the development mailbox has it, and no provider. */
    isInMailbox: z.boolean(),
  })
  .meta({ id: 'Delivery' });

export const MailAddress = z.object({
  address: line({ min: 1, max: 254 }),
});

/** One mail by its id; all that were refused without. */
export const RetryMails = z.object({ id: z.uuid().optional() });

export const DeliveryList = z.object({
  data: z.object({ deliveries: z.array(Delivery), nextCursor: z.string().nullable() }),
});

export const InspectedAddress = z.object({
  data: z.object({
    /** Whether the provider delivers nothing to it, as far as it has said. */
    isSuppressed: z.boolean(),
    /** Whoever signs in with it; `null` where nobody has yet. */
    user: z.object({ id: z.uuid(), email: z.string() }).nullable(),
  }),
});
