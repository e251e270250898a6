import { randomUUID } from 'node:crypto';

/** One mail to one address, in both forms. */
export type Message = {
  to: string;
  subject: string;
  text: string;
  html: string;
};

/**
 * Why this mail is never tried again.
 * - `recipient_malformed`: not exactly one plain address; nothing was sent to the provider.
 * - `recipient_inactive`: suppressed after a hard bounce or a complaint (Postmark's 406).
 * - `recipient_rejected`: the SMTP server takes no mail for the address (5xx to `RCPT TO`).
 * - `message_invalid`: the provider finds an address or the message invalid (Postmark's 300).
 * - `message_rejected`: refused with any other of the provider's codes.
 */
export type RefusedReason =
  | 'recipient_malformed'
  | 'recipient_inactive'
  | 'recipient_rejected'
  | 'message_invalid'
  | 'message_rejected';

/**
 * Why this mail is worth another try. After any of them but `rate_limited` the provider may have
 * taken the mail all the same, so a retry can arrive as a second copy.
 * - `timed_out`: no whole answer within the time limit.
 * - `connection_failed`: refused, reset, or no such host.
 * - `rate_limited`: HTTP 429 or the provider's own code for it.
 * - `provider_failed`: HTTP 5xx or 408, or maintenance; any other 4xx of SMTP.
 * - `answer_malformed`: an answer that is neither a success nor an error of the provider's form,
 *   such as a proxy's HTML with status 200.
 */
export type RetryReason =
  | 'timed_out'
  | 'connection_failed'
  | 'rate_limited'
  | 'provider_failed'
  | 'answer_malformed';

/**
 * Why no mail can leave until somebody changes a setting here or at the provider. The mail itself is
 * not at fault: keep it, try rarely, and show the service as degraded.
 * - `credentials_rejected`: the token or password is wrong, missing, or not allowed to send.
 * - `sender_unconfirmed`: the provider does not know the sender, or it is not confirmed yet.
 * - `account_restricted`: the account may not send, or only to its own domain while it is pending.
 * - `api_not_found`: nothing answers to the API's path at the address given, or it redirects.
 * - `connection_insecure`: the SMTP server offers no encryption, or its certificate is not to be
 *   trusted; nothing was said to it.
 * - `greeting_refused`: the SMTP server ends the conversation at its banner or at EHLO (421, 5xx),
 *   because of the name that EHLO says, this machine's address, or too many connections.
 */
export type MisconfiguredReason =
  | 'credentials_rejected'
  | 'sender_unconfirmed'
  | 'account_restricted'
  | 'api_not_found'
  | 'connection_insecure'
  | 'greeting_refused';

/**
 * What became of one attempt. Reasons are a fixed vocabulary of ours, safe to store, to log and to
 * count: a provider's own words may quote the address or the subject, which holds the code.
 * `code` is the provider's numeric error code; `afterSeconds` is the least time to wait, in whole seconds.
 */
export type Delivery =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; reason: RefusedReason; code?: number }
  | { outcome: 'retry'; reason: RetryReason; afterSeconds?: number }
  | { outcome: 'misconfigured'; reason: MisconfiguredReason; code?: number };

/**
 * What became of asking the provider to deliver to an address again, in the same vocabulary.
 * - `recipient_malformed`: not exactly one plain address; nothing was sent to the provider.
 * - `suppression_kept`: the provider does not forget it, as Postmark does not after a spam complaint.
 * - `request_rejected`: refused with a code of the provider's that says nothing of the address.
 * - `suppressions_unknown`: SMTP has no way to ask; whoever runs the server may keep a list.
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

/** A way for mail to leave. */
export type Mailer = {
  /**
   * Makes one attempt. Resolves whatever the provider does, and within the mailer's time limit:
   * a failure is an outcome, never an exception.
   */
  deliver(message: Message): Promise<Delivery>;
  /**
   * Has the provider forget that it delivers nothing to an address; cleared, too, where it knew of
   * nothing. Resolves as `deliver` does.
   */
  clearSuppression(address: string): Promise<Clearance>;
};

const mailboxId = 'mailbox-';

/** Whether the mail of this id was given to the development mailbox, and to no provider. */
export const isInMailbox = (messageId: string): boolean =>
  messageId.startsWith(mailboxId);

/**
 * The mailer for development: accepts every mail at once and keeps none. The mailbox page is derived
 * from the outbox whenever somebody reads it, so no second copy of a code exists. It suppresses nobody.
 */
export function mailboxMailer(): Mailer {
  return {
    deliver: () =>
      Promise.resolve({ outcome: 'sent', messageId: `${mailboxId}${randomUUID()}` }),
    clearSuppression: () => Promise.resolve({ outcome: 'cleared' }),
  };
}
