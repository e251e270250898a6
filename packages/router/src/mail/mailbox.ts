import { isoInstant } from '@namecard/db';
import { listActCodes } from '../access/act-codes.ts';
import type { MailDeps } from './delivery.ts';
import { deliveredDecisions, deliveredMails } from './mailbox.sql.ts';
import { decisionMessage, mailView } from './view.ts';

/** Mails with codes that work and mails about decisions, newest first. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const codes = (await deliveredMails(orm.em, settings)).flatMap((mail) => {
    const message = mailView(mail, keys, settings);
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
  const decided = (await deliveredDecisions(orm.em)).map((mail) => ({
    id: mail.id,
    ...decisionMessage(mail, settings),
    at: isoInstant(mail.requestedAt),
  }));
  const confirming = await listActCodes({ em: orm.em, keys, settings });
  return [...codes, ...decided, ...confirming].toSorted((one, other) =>
    one.at < other.at ? 1 : -1,
  );
}
