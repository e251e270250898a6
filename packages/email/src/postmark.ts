import { Models, ServerClient } from 'postmark';
import { isOnePlainAddress, requirePrintable } from './address.ts';
import { recordExchange, type Answer } from './exchange.ts';
import { classify } from './classify.ts';
import { classifyClearance } from './classify-clearance.ts';
import type { Mailer, Message } from './mailer.ts';

/** The stream of mail to one person at a time, which every server has. */
const messageStream = 'outbound';

/** Where Postmark's own API is. */
export const postmarkApi = 'https://api.postmarkapp.com';

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
  const { token, from, apiUrl = postmarkApi, timeoutSeconds = 10 } = options;
  requirePrintable('token', token, /^[\x21-\x7e]+$/);
  requirePrintable('sender', from);
  const address = parseApiAddress(apiUrl);

  /** Has a client make one request, and returns what came back. */
  async function ask(
    request: (client: ServerClient) => Promise<unknown>,
  ): Promise<Answer> {
    const exchange = recordExchange();
    const settings = { ...address, timeout: timeoutSeconds, fetch: exchange.fetch };
    // What the client resolves or rejects with is not to be trusted: it resolves for HTML with
    // status 200 and for error codes, and its errors quote the recipient. The exchange tells.
    await request(new ServerClient(token, settings)).catch(() => undefined);
    return exchange.answer();
  }

  return {
    async deliver(message) {
      if (!isOnePlainAddress(message.to)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      return classify(
        await ask((client) => client.sendEmail(postmarkMessage(from, message))),
      );
    },
    async clearSuppression(recipient) {
      if (!isOnePlainAddress(recipient)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      const request = { Suppressions: [{ EmailAddress: recipient }] };
      return classifyClearance(
        await ask((client) => client.deleteSuppressions(messageStream, request)),
        recipient,
      );
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
    MessageStream: messageStream,
    TrackOpens: false,
    TrackLinks: Models.LinkTrackingOptions.None,
    // Keeps out-of-office replies from answering a code (RFC 3834, 5).
    Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
  };
}

/** The two options from which Postmark's client builds every address. */
type ApiAddress = { useHttps: boolean; requestHost: string };

/**
 * Splits a base address such as `http://127.0.0.1:9000/mail/` into the client's options. The client
 * puts its own path straight behind `requestHost`, so the host carries port and path prefix.
 * @throws {TypeError} for what is not an http(s) address, or has credentials, a query or a fragment;
 * the message does not repeat the address, which may hold a secret.
 */
export function parseApiAddress(address: string): ApiAddress {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError('The email API address must be an http or https address.');
  }
  if (
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw new TypeError(
      'The email API address must have no credentials, no query and no fragment.',
    );
  }
  return {
    useHttps: url.protocol === 'https:',
    requestHost: url.host + url.pathname.replace(/\/+$/, ''),
  };
}
