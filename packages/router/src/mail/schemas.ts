import type { mailEvents } from '@namecard/db';
import { z } from 'zod';

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
