import { mailEvents, mailStates } from '@namecard/db';
import { z } from 'zod';
import { Instant } from '../../schemas.ts';
import { line } from '../../text.ts';

export const ListDeliveriesInput = z.object({
  address: line({ max: 254 }).optional(),
});

export const Delivery = z.object({
  id: z.uuid(),
  address: z.string(),
  state: z.enum(mailStates),
  /** Why the provider did not take it, in words of a fixed vocabulary. */
  outcome: z.string().nullable(),
  /** What the provider said later, and when. */
  event: z.enum(mailEvents).nullable(),
  eventAt: Instant.nullable(),
  attempts: z.int(),
  requestedAt: Instant,
  sentAt: Instant.nullable(),
  messageId: z.string().nullable(),
});

export const MailAddress = z.object({
  address: line({ min: 1, max: 254 }),
});

export const DeliveryList = z.object({ data: z.object({ deliveries: z.array(Delivery) }) });
