import { mailEvents, mailStates } from '@namecard/db';
import { z } from 'zod';
import { line } from '../text.ts';

const messageId = z.string().regex(/^[\w-]{1,100}$/);

const Bounce = z.object({
  RecordType: z.literal('Bounce'),
  MessageID: messageId,
  /** Whether the provider mails the address no more. */
  Inactive: z.boolean().default(false),
});

const SpamComplaint = z.object({ RecordType: z.literal('SpamComplaint'), MessageID: messageId });

const SubscriptionChange = z.object({
  RecordType: z.literal('SubscriptionChange'),
  MessageID: messageId,
  SuppressSending: z.boolean(),
});

/**
 * What is read of Postmark's webhooks: which mail, and what became of it. All else is dropped unread: the subject holds the
 * code.
 */
export const PostmarkEvent = z
  .discriminatedUnion('RecordType', [Bounce, SpamComplaint, SubscriptionChange])
  .transform((record): { messageId: string; event: (typeof mailEvents)[number] } => {
    const id = { messageId: record.MessageID };
    switch (record.RecordType) {
      case 'Bounce':
        return { ...id, event: record.Inactive ? 'suppressed' : 'bounced' };
      case 'SpamComplaint':
        return { ...id, event: 'complained' };
      case 'SubscriptionChange':
        return { ...id, event: record.SuppressSending ? 'suppressed' : 'reactivated' };
    }
  });

export const ListDeliveriesInput = z.object({
  address: line({ max: 254 }).optional(),
});

export const Delivery = z.object({
  id: z.uuid(),
  address: z.string(),
  state: z.enum(mailStates),
  /** Why the provider did not take it, in words of a fixed vocabulary. */
  outcome: z.string().nullable(),
  /** What the provider told later, and when. */
  event: z.enum(mailEvents).nullable(),
  eventAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  requestedAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  messageId: z.string().nullable(),
});

export const MailAddress = z.object({
  address: line({ min: 1, max: 254 }),
});

export const DeliveryList = z.object({ data: z.object({ deliveries: z.array(Delivery) }) });
