import { NetworkMail, type Orm, OutboxMail, readInstant } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import type { Telemetry } from '../telemetry.ts';
import { isoInstant } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import {
  claimMail,
  deliveredMails,
  type DueMail,
  isHeldByBudget,
  isHeldForBounces,
  lockMail,
  recordSent,
} from './queries.ts';
import { PostmarkEvent } from './schemas.ts';
import { mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  keys: KeyRing;
  settings: Pick<Settings, 'codeDigits' | 'wrongPerAddress' | 'wrongPerDay' | 'mailsPerHour'>;
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

/** Records what came of delivering a mail. Where the provider took it, returns the seconds since it was asked for. */
export async function recordDelivery(
  { orm }: Pick<MailDeps, 'orm'>,
  due: DueMail,
  delivery: Delivery,
): Promise<number | undefined> {
  if (delivery.outcome === 'sent') {
    const [sent] = await recordSent(orm.em, { id: due.id, messageId: delivery.messageId });
    return sent?.seconds;
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
  return undefined;
}

/** Whether mail to addresses that never signed in waits because the budget is used up. */
export async function isMailHeld({
  orm,
  settings: { mailsPerHour },
}: Pick<MailDeps, 'orm' | 'settings'>): Promise<boolean> {
  const [row] = mailsPerHour > 0 ? await isHeldByBudget(orm.em, { mailsPerHour }) : [];
  return row?.isHeld ?? false;
}

/** Reports to the operator what holds mail back at present. */
export async function reportHeld(
  deps: Pick<MailDeps, 'orm' | 'settings' | 'keys'> & { telemetry: Telemetry },
): Promise<void> {
  if (await isMailHeld(deps)) {
    deps.telemetry.limited('mails_per_hour');
  }
  const [row] =
    deps.settings.mailsPerHour > 0
      ? await isHeldForBounces(deps.orm.em, { keyIds: deps.keys.ids })
      : [];
  if (row?.isHeld) {
    deps.telemetry.limited('mails_after_bounces');
  }
}

/** The mails whose codes are still good, as they were sent, newest first: what the development mailbox shows. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const mails = await deliveredMails(orm.em, settings);
  return mails.flatMap((mail) => {
    const message = mailView(mail, { keys, codeDigits: settings.codeDigits });
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
}

/**
 * Takes in one of Postmark's webhooks; a bounce is charged to the network that asked for the mail. What is no bounce, complaint or
 * change of subscription, or is about no mail of ours, is passed over: an error would only make Postmark send it again.
 */
export async function recordWebhook(
  { orm, telemetry }: Pick<MailDeps, 'orm'> & { telemetry: Telemetry },
  body: unknown,
): Promise<void> {
  const parsed = PostmarkEvent.safeParse(body);
  if (!parsed.success) {
    return;
  }
  const { messageId, event, outcome, isBounce } = parsed.data;
  const isOurs = await inTransaction({ em: orm.em }, async ({ em }) => {
    const now = await readInstant(em);
    const mails = await em.find(OutboxMail, { messageId });
    const charged = isBounce ? await em.find(NetworkMail, { messageId }) : [];
    mails.forEach((mail) => mail.report(event, now, outcome));
    charged.forEach((mail) => mail.bounce());
    await em.flush();
    return mails.length + charged.length > 0;
  });
  if (isBounce && isOurs) {
    telemetry.count('bounces');
  }
}
