import { randomUUID } from 'node:crypto';
import type { Mailer } from './mailer.ts';

/**
 * The mailer for development: accepts every mail at once and keeps none. The mailbox page is derived
 * from the outbox whenever somebody reads it, so no second copy of a code exists. It suppresses nobody.
 */
export function mailboxMailer(): Mailer {
  return {
    deliver: () => Promise.resolve({ outcome: 'sent', messageId: `mailbox-${randomUUID()}` }),
    clearSuppression: () => Promise.resolve({ outcome: 'cleared' }),
  };
}
