import type { MailEvent } from '@namecard/db';
import { z } from 'zod';

const messageId = z.string().regex(/^[\w-]{1,100}$/);

const Bounce = z.object({
  RecordType: z.literal('Bounce'),
  MessageID: messageId,
  /** Whether the provider has stopped mailing the address. */
  Inactive: z.boolean().default(false),
});

const SpamComplaint = z.object({
  RecordType: z.literal('SpamComplaint'),
  MessageID: messageId,
});

/** Our words for why the provider stopped mailing an address. */
const suppressionReasons = {
  HardBounce: 'hard_bounced',
  SpamComplaint: 'complained',
  ManualSuppression: 'unsubscribed',
} as const;

const SubscriptionChange = z.object({
  RecordType: z.literal('SubscriptionChange'),
  MessageID: messageId,
  SuppressSending: z.boolean(),
  SuppressionReason: z
    .enum(['HardBounce', 'SpamComplaint', 'ManualSuppression'])
    .optional()
    .catch(undefined),
});

type Report = {
  messageId: string;
  event: MailEvent;
  outcome?: string;
  /** Whether this reports the bounce itself, not a suppression because of it. */
  isBounce?: true;
};

const reasonOf = ({ SuppressionReason: reason }: z.infer<typeof SubscriptionChange>) =>
  reason && { outcome: suppressionReasons[reason] };

/** Reads only message id and event. The subject holds the code. */
export const PostmarkEvent = z
  .discriminatedUnion('RecordType', [Bounce, SpamComplaint, SubscriptionChange])
  .transform((record): Report => {
    const id = { messageId: record.MessageID };
    switch (record.RecordType) {
      case 'Bounce':
        return record.Inactive
          ? {
              ...id,
              isBounce: true,
              event: 'suppressed',
              outcome: suppressionReasons.HardBounce,
            }
          : { ...id, isBounce: true, event: 'bounced' };
      case 'SpamComplaint':
        return { ...id, event: 'complained' };
      case 'SubscriptionChange':
        return record.SuppressSending
          ? { ...id, event: 'suppressed', ...reasonOf(record) }
          : { ...id, event: 'reactivated' };
    }
  });
