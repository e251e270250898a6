import { type Orm, OutboxMail, readInstant } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import { isoInstant } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import {
  claimMail,
  deliveredMails,
  type DueMail,
  isBudgetSpent,
  lockMail,
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

type Failed = Exclude<Delivery, { outcome: 'sent' }>;

/** Seconds between tries at most, for as long as the code lives: a person is waiting for it. */
const longestBackOff = 5;

/** Seconds for which nothing is tried while the provider refuses the account itself. */
export const misconfiguredPause = 15;

/** Takes the mail that is due next; undefined when none is. */
export const claimNext = ({ orm, keys, settings }: MailDeps) =>
  claimMail(orm.em, { ...settings, keyIds: keys.ids });

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

/** Seconds until what was not taken is tried again; undefined where it never is. */
function secondsUntilRetry({ attempts }: DueMail, delivery: Failed): number | undefined {
  switch (delivery.outcome) {
    case 'refused':
      return undefined;
    case 'misconfigured':
      return misconfiguredPause;
    case 'retry':
      return delivery.afterSeconds ?? backOff(attempts, longestBackOff);
  }
}

/** Records what came of delivering a mail. */
export async function recordDelivery(
  { orm }: Pick<MailDeps, 'orm'>,
  due: DueMail,
  delivery: Delivery,
): Promise<void> {
  if (delivery.outcome === 'sent') {
    await recordSent(orm.em, { id: due.id, messageId: delivery.messageId });
    return;
  }
  const seconds = secondsUntilRetry(due, delivery);
  await inTransaction({ em: orm.em }, async ({ em }) => {
    const nextAt = await lockMail(em, due.id, seconds ?? 0);
    if (nextAt === undefined) {
      return;
    }
    const mail = await em.findOneOrFail(OutboxMail, due.id);
    if (seconds === undefined) {
      mail.refuse(delivery.reason);
    } else {
      mail.retry(delivery.reason, nextAt);
    }
    await em.flush();
  });
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
  if (!parsed.success) {
    return;
  }
  const { messageId, event, outcome } = parsed.data;
  await inTransaction({ em: orm.em }, async ({ em }) => {
    const now = await readInstant(em);
    for (const mail of await em.find(OutboxMail, { messageId })) {
      mail.report(event, now, outcome);
    }
    await em.flush();
  });
}
