import { Models, ServerClient } from 'postmark';
import { parseApiAddress } from './api-address.ts';
import { recordExchange } from './exchange.ts';
import { judge } from './judge.ts';
import type { Delivery, Mailer, Message } from './mailer.ts';
import { isOnePlainAddress } from './recipient.ts';

export type PostmarkOptions = {
  /** The token of the Postmark server that sends. */
  token: string;
  /** A base address, with or without a path; Postmark's own unless given. */
  apiUrl?: string;
  /** The sender, such as `Namecard <hello@example.com>`; Postmark must know it. */
  from: string;
  /** The limit for one attempt in all, from connecting to the last byte of the answer; 10 unless given. */
  timeoutSeconds?: number;
};

/**
 * Delivers through Postmark, or whatever speaks its API at `apiUrl`.
 * @throws {TypeError} at once for an unusable token, sender or address; never later.
 */
export function postmarkMailer(options: PostmarkOptions): Mailer {
  const { token, from, apiUrl = 'https://api.postmarkapp.com', timeoutSeconds = 10 } = options;
  requirePrintable('token', token, /^[\x21-\x7e]+$/);
  requirePrintable('sender', from, /^[^\p{Cc}]+$/u);
  const address = parseApiAddress(apiUrl);

  async function send(message: Message): Promise<Delivery> {
    const exchange = recordExchange();
    const settings = { ...address, timeout: timeoutSeconds, fetch: exchange.fetch };
    // What the client resolves or rejects with is not to be trusted: it resolves for HTML with
    // status 200 and for error codes, and its errors quote the recipient. The exchange tells.
    await new ServerClient(token, settings)
      .sendEmail(postmarkMessage(from, message))
      .catch(() => undefined);
    return judge(exchange.answer());
  }

  return {
    async deliver(message) {
      if (isOnePlainAddress(message.to)) return send(message);
      return { outcome: 'refused', reason: 'recipient_malformed' };
    },
  };
}

function postmarkMessage(from: string, message: Message): Models.Message {
  return {
    From: from,
    To: message.to,
    Subject: message.subject,
    TextBody: message.text,
    HtmlBody: message.html,
    MessageStream: 'outbound',
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
    // Keeps out-of-office replies from answering a code (RFC 3834, 5).
    Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
  };
}

function requirePrintable(name: string, value: string, pattern: RegExp): void {
  if (!pattern.test(value))
    throw new TypeError(`The email ${name} is empty or holds characters it can't have.`);
}
