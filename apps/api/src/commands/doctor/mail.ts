import { checkPostmark, checkSmtp, ehloName } from '@namecard/email';
import type { Environment } from '../../settings/environment.ts';
import { type Check, checksOf } from './check.ts';

const remedies = {
  credentials_rejected:
    'does not accept POSTMARK_SERVER_TOKEN: take the server’s token from it',
  api_not_found: 'has no API there: correct POSTMARK_API_URL',
  rate_limited: 'asks for fewer requests: mail waits until it takes them',
  provider_failed: 'is in trouble: see its status page; mail waits meanwhile',
  answer_malformed: 'gives no answer of Postmark’s form: correct POSTMARK_API_URL',
  timed_out: 'did not answer within 10 s: let this machine reach it',
  connection_failed:
    'can’t be reached: let this machine reach it, by name and on port 443',
};

/** Seconds that an SMTP server may take. */
const timeout = 10;

/** Asks the provider for its own settings: no mail leaves. */
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
    const found = await checkSmtp(SMTP_URL, timeout, name);
    if (found === 'ok') return ok('the server of SMTP_URL lets the service in');
    if (found === 'greeting_refused') {
      return fail(
        `the server of SMTP_URL refuses the greeting (${found}): have it accept this machine’s address and the name ${name}, which is PUBLIC_URL’s host or EMAIL_FROM’s domain`,
      );
    }
    return fail(
      `the server of SMTP_URL would take no mail (${found}): docs/run/mail.md says why`,
    );
  }
  if (POSTMARK_SERVER_TOKEN === undefined) {
    return warn(
      'is shown and not sent: set POSTMARK_SERVER_TOKEN or SMTP_URL, and EMAIL_FROM, to send it',
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
