import { isoInstant } from '../text.ts';
import type { MailDeps } from './delivery.ts';
import { deliveredMails } from './mailbox.sql.ts';
import { mailView } from './view.ts';

/** The mails whose codes are still good, as they were sent, newest first: what the development mailbox shows. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const mails = await deliveredMails(orm.em, settings);
  return mails.flatMap((mail) => {
    const message = mailView(mail, keys, settings);
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
}
