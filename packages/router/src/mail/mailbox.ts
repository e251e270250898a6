import { isoInstant } from '@namecard/db';
import type { MailDeps } from './delivery.ts';
import { deliveredMails } from './mailbox.sql.ts';
import { mailView } from './view.ts';

/** Mails with valid codes for the development mailbox, newest first. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const mails = await deliveredMails(orm.em, settings);
  return mails.flatMap((mail) => {
    const message = mailView(mail, keys, settings);
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
}
