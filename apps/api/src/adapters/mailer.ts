import { mailboxMailer, postmarkMailer, smtpMailer, type Mailer } from '@namecard/email';
import type { Environment } from '../settings/environment.ts';

/** The configured provider. Without one, mail is only shown in the mailbox. */
export function mailerOf({
  POSTMARK_SERVER_TOKEN,
  POSTMARK_API_URL,
  SMTP_URL,
  EMAIL_FROM,
  PUBLIC_URL,
}: Environment): Mailer {
  if (EMAIL_FROM !== undefined && SMTP_URL !== undefined) {
    return smtpMailer({ url: SMTP_URL, from: EMAIL_FROM, publicUrl: PUBLIC_URL });
  }
  if (EMAIL_FROM !== undefined && POSTMARK_SERVER_TOKEN !== undefined) {
    return postmarkMailer({
      token: POSTMARK_SERVER_TOKEN,
      from: EMAIL_FROM,
      ...(POSTMARK_API_URL !== undefined && { apiUrl: POSTMARK_API_URL }),
    });
  }
  return mailboxMailer();
}
