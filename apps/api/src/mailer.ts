import { mailboxMailer, postmarkMailer, type Mailer } from '@namecard/email';
import type { Environment } from './env.ts';

/** The provider that the settings name; without one mail is only shown. */
export function mailerOf({
  POSTMARK_SERVER_TOKEN,
  POSTMARK_API_URL,
  EMAIL_FROM,
}: Environment): Mailer {
  return POSTMARK_SERVER_TOKEN === undefined || EMAIL_FROM === undefined
    ? mailboxMailer()
    : postmarkMailer({
        token: POSTMARK_SERVER_TOKEN,
        from: EMAIL_FROM,
        ...(POSTMARK_API_URL !== undefined && { apiUrl: POSTMARK_API_URL }),
      });
}
