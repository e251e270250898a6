import type { Orm } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { z } from 'zod';
import type { KeyRing } from '../auth/keys.ts';
import type { Deps, EntityManager, Settings } from '../context.ts';
import { isoInstant } from '../text.ts';
import {
  claimMail,
  deliveredMails,
  isBudgetSpent,
  listDeliveries,
  recordEvent,
  recordRefused,
  recordRetry,
  recordSent,
  type DueMail,
} from './queries.ts';
import { PostmarkEvent, type ListDeliveriesInput } from './schemas.ts';
import { deliveryView, mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  keys: KeyRing;
  settings: Pick<Settings, 'codeDigits' | 'wrongPerAddress' | 'wrongGlobal' | 'mailsPerHour'>;
};

/** Seconds between tries: 1, 2, 4, and then 5 for as long as the code lives: a person is waiting for it. */
const backOff = (attempts: number) => Math.min(2 ** (attempts - 1), 5);

/** Seconds for which nothing is tried while the provider refuses the account itself. */
export const misconfiguredPause = 15;

async function record(em: EntityManager, mail: DueMail, delivery: Delivery): Promise<void> {
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
        delivery.afterSeconds ?? backOff(mail.attempts),
      );
  }
}

/** Delivers the mail that is due next and records what came of it; undefined when none is due. */
export async function deliverNext({
  orm,
  mailer,
  keys,
  settings,
}: MailDeps): Promise<Delivery | undefined> {
  const em = orm.em;
  const mail = await claimMail(em, settings, keys.ids);
  if (!mail) {
    return undefined;
  }
  const message = mailView(mail, { keys, codeDigits: settings.codeDigits });
  if (!message) {
    throw new Error('A mail was claimed whose key is not in use');
  }
  const delivery = await mailer.deliver(message);
  await record(em, mail, delivery);
  return delivery;
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
 * Takes in one of Postmark's webhooks. What is no bounce, complaint or change of subscription, or tells of no mail of ours,
 * is passed over: telling Postmark so would only make it send it again.
 */
export async function takeInEvent({ orm }: Pick<MailDeps, 'orm'>, body: unknown): Promise<void> {
  const parsed = PostmarkEvent.safeParse(body);
  if (parsed.success) {
    await recordEvent(orm.em, parsed.data.messageId, parsed.data.event);
  }
}

/** What became of the newest mails, to one address or to all. For admins. */
export async function readDeliveries(
  { em }: Deps,
  { address }: z.infer<typeof ListDeliveriesInput>,
) {
  const rows = await listDeliveries(em, address?.toLowerCase());
  return { data: { deliveries: rows.map(deliveryView) } };
}
