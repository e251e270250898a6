import { isOnePlainAddress, requirePrintable } from './address.ts';
import { type Account, exchange } from './exchange.ts';
import { classify } from './classify.ts';
import { classifyClearance } from './classify-clearance.ts';
import { keepProviderWords } from './provider-words.ts';
import type { Mailer, Message } from './mailer.ts';

/** The stream of single mails, which every server has. */
const messageStream = 'outbound';

/** `from` is such as `Namecard <hello@example.com>`. Postmark must know it. */
export type PostmarkOptions = Account & { from: string };

/** @throws {TypeError} at once for an unusable API token or sender */
export function postmarkMailer({ from, ...account }: PostmarkOptions): Mailer {
  requirePrintable('token', account.token, /^[\x21-\x7e]+$/);
  requirePrintable('sender', from);
  const words = keepProviderWords();
  return {
    words: () => words.last(),
    async deliver(message) {
      if (!isOnePlainAddress(message.to)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      const answer = await exchange(account, '/email', postmarkMessage(from, message));
      const { delivery, words: said } = classify(answer);
      return words.note(delivery, said);
    },
    async clearSuppression(recipient) {
      if (!isOnePlainAddress(recipient)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      const path = `/message-streams/${messageStream}/suppressions/delete`;
      const request = { Suppressions: [{ EmailAddress: recipient }] };
      return classifyClearance(await exchange(account, path, request), recipient);
    },
  };
}

const postmarkMessage = (from: string, { to, subject, text, html }: Message) => ({
  From: from,
  To: to,
  Subject: subject,
  TextBody: text,
  HtmlBody: html,
  MessageStream: messageStream,
  TrackOpens: false,
  TrackLinks: 'None',
  // Stops out-of-office replies (RFC 3834, 5).
  Headers: [{ Name: 'Auto-Submitted', Value: 'auto-generated' }],
});
