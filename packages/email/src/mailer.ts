import { randomUUID } from 'node:crypto';

export type Message = {
  to: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Reasons not to try this mail again.
 * - `recipient_malformed`: not one plain address; the provider was not asked.
 * - `recipient_inactive`: suppressed after a bounce or complaint (Postmark's 406).
 * - `recipient_rejected`: the SMTP server refuses the address (5xx to `RCPT TO`).
 * - `message_invalid`: Postmark's 300.
 * - `message_rejected`: any other refusal of this mail.
 */
export type RefusedReason =
  | 'recipient_malformed'
  | 'recipient_inactive'
  | 'recipient_rejected'
  | 'message_invalid'
  | 'message_rejected';

/**
 * Reasons to try this mail again. A retry can arrive as a second copy after `unanswered`,
 * and hardly ever after the others.
 * - `timed_out`: no complete answer within the time limit.
 * - `unanswered`: the same, but the provider may have the whole mail.
 * - `connection_failed`: refused, reset, or no such host.
 * - `rate_limited`: HTTP 429 or the provider's own code for it.
 * - `provider_failed`: HTTP 5xx or 408, or maintenance; any other 4xx of SMTP.
 * - `answer_malformed`: not the provider's form, such as a proxy's HTML.
 */
export type RetryReason =
  | 'timed_out'
  | 'unanswered'
  | 'connection_failed'
  | 'rate_limited'
  | 'provider_failed'
  | 'answer_malformed';

/**
 * No mail can leave until somebody changes a setting here or at the provider.
 * Keep the mail, try rarely, and show the service as degraded.
 * - `credentials_rejected`: the API token or password is wrong, or may not send.
 * - `sender_unconfirmed`: the provider doesn't know the sender, or not yet.
 * - `account_restricted`: the account may not send, or only to its own domain.
 * - `api_not_found`: there is no API at the address, or it redirects.
 * - `connection_insecure`: no encryption or trusted certificate; nothing was sent.
 * - `greeting_refused`: the SMTP server ends at its banner or at EHLO (421, 5xx). It
 *   refuses the EHLO name, this machine's address, or too many connections.
 */
export type MisconfiguredReason =
  | 'credentials_rejected'
  | 'sender_unconfirmed'
  | 'account_restricted'
  | 'api_not_found'
  | 'connection_insecure'
  | 'greeting_refused';

/**
 * The result of one attempt. Reasons are our own fixed list, safe to store, log
 * and count. A provider's words may quote the address, or the subject with the
 * code. `code` is the provider's error code. `afterSeconds` is the least time to
 * wait.
 */
export type Delivery =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; reason: RefusedReason; code?: number }
  | { outcome: 'retry'; reason: RetryReason; afterSeconds?: number }
  | { outcome: 'misconfigured'; reason: MisconfiguredReason; code?: number };

/**
 * The result of asking the provider to deliver to an address again.
 * - `suppression_kept`: the provider keeps it, as after a spam complaint.
 * - `request_rejected`: refused with a code that is not about the address.
 * - `suppressions_unknown`: SMTP has no such request; the server may have a list.
 */
export type Clearance =
  | { outcome: 'cleared' }
  | {
      outcome: 'refused';
      reason:
        | 'recipient_malformed'
        | 'suppression_kept'
        | 'request_rejected'
        | 'suppressions_unknown';
    }
  | Extract<Delivery, { outcome: 'retry' | 'misconfigured' }>;

export type Mailer = {
  /** Makes one attempt, within the time limit. Never rejects. */
  deliver(message: Message): Promise<Delivery>;
  /** Ends a suppression; also `cleared` if there was none. Never rejects. */
  clearSuppression(address: string): Promise<Clearance>;
  /** The provider's words for its last refusal, without addresses and codes. */
  words?: () => string;
};

const mailboxId = 'mailbox-';

/** The development mailbox took it, and no provider. */
export const isInMailbox = (messageId: string): boolean =>
  messageId.startsWith(mailboxId);

/** Keeps no mail: the mailbox page reads the outbox. */
export function mailboxMailer(): Mailer {
  return {
    deliver: () =>
      Promise.resolve({ outcome: 'sent', messageId: `${mailboxId}${randomUUID()}` }),
    clearSuppression: () => Promise.resolve({ outcome: 'cleared' }),
  };
}
