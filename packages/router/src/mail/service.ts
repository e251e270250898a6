import type { Orm } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import { isoInstant } from '../text.ts';
import {
  claimMail,
  deliveredMails,
  type DueMail,
  isBudgetSpent,
  recordMailEvent,
  recordRefused,
  recordRetry,
  recordSent,
} from './queries.ts';
import { PostmarkEvent } from './schemas.ts';
import { mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  keys: KeyRing;
  settings: Pick<Settings, 'codeDigits' | 'wrongPerAddress' | 'wrongGlobal' | 'mailsPerHour'>;
};

/** Seconds between tries at most, for as long as the code lives: a person is waiting for it. */
const longestBackOff = 5;

/** Seconds for which nothing is tried while the provider refuses the account itself. */
export const misconfiguredPause = 15;

/** Takes the mail that is due next; undefined when none is. */
export const claimNext = ({ orm, keys, settings }: MailDeps) =>
  claimMail(orm.em, settings, keys.ids);

/** Hands a claimed mail to the provider. */
export async function deliverMail(
  { mailer, keys, settings }: MailDeps,
  mail: DueMail,
): Promise<Delivery> {
  const message = mailView(mail, { keys, codeDigits: settings.codeDigits });
  if (!message) {
    throw new Error('A mail was claimed whose key is not in use');
  }
  return mailer.deliver(message);
}

/** Records what came of delivering a mail. */
export async function recordDelivery(
  { orm: { em } }: Pick<MailDeps, 'orm'>,
  mail: DueMail,
  delivery: Delivery,
): Promise<void> {
  switch (delivery.outcome) {
    case 'sent':
      return recordSent(em, mail.id, delivery.messageId);
    case 'refused':
      return recordRefused(em, mail.id, delivery.reason);
    case 'misconfigured':
      return recordRetry(em, mail.id, delivery.reason, misconfiguredPause);
    case 'retry':
      return recordRetry(
        em,
        mail.id,
        delivery.reason,
        delivery.afterSeconds ?? backOff(mail.attempts, longestBackOff),
      );
  }
}

/** Whether mail to addresses that never signed in waits because the hour's budget is used up. */
export const isMailHeld = ({ orm, settings }: Pick<MailDeps, 'orm' | 'settings'>) =>
  isBudgetSpent(orm.em, settings.mailsPerHour);

/** The mails whose codes are still good, as they were sent, newest first: what the development mailbox shows. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const mails = await deliveredMails(orm.em, settings);
  return mails.flatMap((mail) => {
    const message = mailView(mail, { keys, codeDigits: settings.codeDigits });
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
}

/**
 * Takes in one of Postmark's webhooks. What is no bounce, complaint or change of subscription, or is about no mail of ours,
 * is passed over: an error would only make Postmark send it again.
 */
export async function recordWebhook({ orm }: Pick<MailDeps, 'orm'>, body: unknown): Promise<void> {
  const parsed = PostmarkEvent.safeParse(body);
  if (parsed.success) {
    await recordMailEvent(orm.em, parsed.data.messageId, parsed.data.event);
  }
}
