import { isInMailbox, testMail } from '@namecard/email';
import type { SignedInUser } from '../../access/caller.ts';
import { countWithin } from '../../access/limits.ts';
import { addressKey, readAddress } from '../../addresses.ts';
import type { Deps } from '../../context.ts';
import { rateLimited } from '../../errors.ts';
import { suppressedAmong } from '../../mail/recipients.sql.ts';
import { providerRefused } from './errors.ts';

/**
 * Sends a test mail at once. Returns the provider's id of it. Fails with
 * `MAIL_PROVIDER_REFUSED`.
 */
export async function mailTest(
  { em, deliver, settings }: Deps,
  address: string,
): Promise<string> {
  const suppressed = await suppressedAmong(em, [addressKey(address)]);
  if (suppressed.size > 0) {
    throw providerRefused(
      `It was not sent: an operator has suppressed ${address}. An admin clears it on the page Mail.`,
    );
  }
  const mail = { ...testMail(settings.product), to: readAddress(address) };
  const delivery = await deliver(mail);
  if (delivery.outcome !== 'sent') {
    const code = 'code' in delivery ? ` (${delivery.code})` : '';
    throw providerRefused(`It was not sent: ${delivery.reason}${code}.`);
  }
  if (isInMailbox(delivery.messageId)) {
    throw providerRefused('It was not sent: set POSTMARK_SERVER_TOKEN or SMTP_URL.');
  }
  return delivery.messageId;
}

/** Mails of one admin in an hour. A stolen session can't fill the mailbox. */
const mostTests = 5;

/** Fails with `RATE_LIMITED`, `MAIL_PROVIDER_REFUSED`. */
export async function mailTestToActor(
  deps: Deps,
  { id, user }: SignedInUser,
): Promise<{ data: null }> {
  const limit = { counted: `test mail ${id}`, most: mostTests, hours: 1 };
  const secondsLeft = await countWithin(deps, [limit]);
  if (secondsLeft !== undefined) {
    throw rateLimited(secondsLeft);
  }
  await mailTest(deps, user.email);
  return { data: null };
}
