import { Models, ServerClient } from 'postmark';
import { isOnePlainAddress, requirePrintable } from './address.ts';
import { recordExchange, type Answer } from './exchange.ts';
import { classify } from './classify.ts';
import { classifyClearance } from './classify-clearance.ts';
import { keepProviderWords } from './provider-words.ts';
import type { Mailer, Message } from './mailer.ts';

/** The stream of single mails, which every server has. */
const messageStream = 'outbound';

export const postmarkApi = 'https://api.postmarkapp.com';

export type PostmarkOptions = {
  token: string;
  /** With or without a path; default: Postmark's own. */
  apiUrl?: string;
  /** Such as `Namecard <hello@example.com>`. Postmark must know it. */
  from: string;
  /** For a whole attempt, up to the answer's last byte; default: 10. */
  timeoutSeconds?: number;
};

/** @throws {TypeError} at once for an unusable API token, sender or address */
export function postmarkMailer(options: PostmarkOptions): Mailer {
  const { token, from, apiUrl = postmarkApi, timeoutSeconds = 10 } = options;
  requirePrintable('token', token, /^[\x21-\x7e]+$/);
  requirePrintable('sender', from);
  const address = parseApiAddress(apiUrl);

  async function ask(
    request: (client: ServerClient) => Promise<unknown>,
  ): Promise<Answer> {
    const exchange = recordExchange();
    const settings = { ...address, timeout: timeoutSeconds, fetch: exchange.fetch };
    // Ignores the client's result: it resolves for HTML with status 200 and for
    // error codes, and its errors quote the recipient. The exchange is right.
    await request(new ServerClient(token, settings)).catch(() => undefined);
    return exchange.answer();
  }

  const words = keepProviderWords();
  return {
    words: () => words.last(),
    async deliver(message) {
      if (!isOnePlainAddress(message.to)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      const answer = await ask((client) =>
        client.sendEmail(postmarkMessage(from, message)),
      );
      const { delivery, words: said } = classify(answer);
      return words.note(delivery, said);
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
    // Stops out-of-office replies (RFC 3834, 5).
    Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
  };
}

/** Postmark's client builds every address from these. */
type ApiAddress = { useHttps: boolean; requestHost: string };

/**
 * The client appends its own path to `requestHost`, so that has port and path
 * too.
 * @throws {TypeError} without repeating the address, which may hold a secret
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
