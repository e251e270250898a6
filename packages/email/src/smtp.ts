import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import MailComposer from 'nodemailer/lib/mail-composer';
import { addressOf, isOnePlainAddress, requirePrintable } from './address.ts';
import { classifySmtp, type SmtpEnding } from './classify-smtp.ts';
import type { Mailer, Message } from './mailer.ts';
import { keepProviderWords } from './provider-words.ts';
import { parseSmtpUrl } from './smtp-url.ts';
import { converse } from './smtp-conversation.ts';

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://…:465`; see `parseSmtpUrl`. */
  url: string;
  /** Such as `Namecard <hello@example.com>`. */
  from: string;
  /** The service's address. EHLO says its host, or else the sender's domain. */
  publicUrl?: string | undefined;
  /** For a whole attempt; default: 10. */
  timeoutSeconds?: number;
};

/**
 * Opens a connection for each mail.
 * @throws {TypeError} at once for an unusable address or sender
 */
export function smtpMailer({
  url,
  from,
  publicUrl,
  timeoutSeconds = 10,
}: SmtpOptions): Mailer {
  requirePrintable('sender', from);
  const server = { ...parseSmtpUrl(url), name: ehloName(from, publicUrl) };
  const sender = addressOf(from);
  const words = keepProviderWords();
  return {
    words: () => words.last(),
    async deliver(message) {
      if (!isOnePlainAddress(message.to)) {
        return { outcome: 'refused', reason: 'recipient_malformed' };
      }
      const messageId = randomUUID();
      const parcel = {
        from: sender,
        to: message.to,
        messageId,
        message: await compose(
          message,
          from,
          `<${messageId}@${sender.replace(/^.*@/, '')}>`,
        ),
      };
      const ending = await converse(server, parcel, timeoutSeconds);
      return words.note(classifySmtp(ending), replyOf(ending));
    },
    clearSuppression: () =>
      Promise.resolve({ outcome: 'refused', reason: 'suppressions_unknown' }),
  };
}

/**
 * Connects and signs in, but sends no mail. Never rejects.
 * @param name for EHLO; see `ehloName`
 */
export async function checkSmtp(url: string, timeoutSeconds: number, name: string) {
  const server = { ...parseSmtpUrl(url), name };
  const ending = await converse(server, undefined, timeoutSeconds);
  const words = keepProviderWords();
  const found = words.note(classifySmtp(ending), replyOf(ending));
  return { reason: found.outcome === 'sent' ? 'ok' : found.reason, words: words.last() };
}

const replyOf = (ending: SmtpEnding) => ('reply' in ending ? ending.reply : '');

const compose = async (
  { to, subject, text, html }: Message,
  from: string,
  messageId: string,
): Promise<Buffer> =>
  new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    // Stops out-of-office replies (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();

/** The service's host, if it is a full name. Relays look the name up. */
export function ehloName(from: string, publicUrl: string | undefined): string {
  const host = URL.parse(publicUrl ?? '')?.hostname.replace(/\.$/, '') ?? '';
  const isFullName = host.includes('.') && isIP(host) === 0;
  if (isFullName) return host;
  const domain = addressOf(from).replace(/^.*@/, '');
  return domainToASCII(domain) || domain;
}
