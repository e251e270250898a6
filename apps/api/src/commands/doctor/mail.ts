import { checkPostmark, checkSmtp, ehloName } from '@namecard/email';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';

const remedies = {
  credentials_rejected:
    'does not accept POSTMARK_SERVER_TOKEN: copy the server’s token from Postmark',
  api_not_found: 'has no API there: correct POSTMARK_API_URL',
  rate_limited: 'limits the requests: mail waits and is sent later',
  provider_failed: 'is in trouble: see its status page; mail waits meanwhile',
  answer_malformed: 'does not answer as Postmark does: correct POSTMARK_API_URL',
  timed_out: 'did not answer within 10 s: let this machine reach it',
  connection_failed:
    'can’t be reached: let this machine reach it, by name and on port 443',
};

/** @param reason why mail does not leave now, as the outbox tells */
export const checkOutbox = (reason: string): Check =>
  checksOf('mail').fail(
    `degraded: mail does not leave (${reason}): docs/run/mail.md says what to do`,
  );

/** Seconds until the SMTP server must answer. */
const timeout = 10;

/** Connects to the provider and checks the credentials. Sends no mail. */
export async function checkMail({
  POSTMARK_SERVER_TOKEN,
  POSTMARK_API_URL,
  SMTP_URL,
  EMAIL_FROM,
  PUBLIC_URL,
}: Environment): Promise<Check> {
  const { ok, warn, fail } = checksOf('mail');
  if (SMTP_URL !== undefined && EMAIL_FROM !== undefined) {
    const name = ehloName(EMAIL_FROM, PUBLIC_URL);
    const { reason: found, words } = await checkSmtp(SMTP_URL, timeout, name);
    if (found === 'ok') return ok('the SMTP server accepts the service');
    if (found === 'greeting_refused') {
      return fail(
        `the SMTP server refuses the greeting (${found}): let it accept this machine’s address and the name ${name}, which is the host of PUBLIC_URL or the domain of EMAIL_FROM`,
      );
    }
    return fail(
      `the SMTP server would not accept mail (${[found, words].filter(Boolean).join(': ')}): docs/run/mail.md says what to do`,
    );
  }
  if (POSTMARK_SERVER_TOKEN === undefined) {
    return warn(
      'mail is only shown, not sent: set POSTMARK_SERVER_TOKEN or SMTP_URL, and EMAIL_FROM',
    );
  }
  const found = await checkPostmark({
    token: POSTMARK_SERVER_TOKEN,
    apiUrl: POSTMARK_API_URL,
  });
  if (found === 'ok') {
    return ok('Postmark knows the token');
  }
  return fail(`Postmark ${remedies[found]}`);
}
