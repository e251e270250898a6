import { type Orm, OutboxMail } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import { admittedBy } from '../access/policy.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import { inTransaction } from '../transaction.ts';
import { type Claimed, claimMails, type Wanted } from './claim-mails.sql.ts';
import type { DueMail } from './mails.sql.ts';
import { lockMail, recordSent } from './outcomes.sql.ts';
import { type Recipients, withholdMails } from './recipients.sql.ts';
import { mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  keys: KeyRing;
  settings: Pick<
    Settings,
    | 'wrongPerAddress'
    | 'wrongPerDay'
    | 'mailsPerHour'
    | 'signUps'
    | 'adminEmails'
    | 'testLogins'
    | 'product'
  >;
};

type Failed = Exclude<Delivery, { outcome: 'sent' }>;

/** Longest pause between tries in seconds. A person is waiting for the mail. */
const longestBackOff = 5;

/** Seconds without any try after the provider refuses our account. */
export const misconfiguredPause = 15;

const recipientsOf = (settings: MailDeps['settings']): Recipients => ({
  admitted: admittedBy(settings),
});

/** Claims the next due mails: by default one, which may be a retry. */
export const claimNext = (
  { orm, keys, settings }: Omit<MailDeps, 'mailer'>,
  wanted: Wanted = { most: 1, repeats: 1 },
): Promise<Claimed> =>
  claimMails(orm.em, {
    ...settings,
    ...recipientsOf(settings),
    keyIds: keys.ids,
    ...wanted,
  });

/** Drops mail to addresses that may not sign up. */
export async function withhold({
  orm,
  settings,
}: Omit<MailDeps, 'mailer'>): Promise<void> {
  await withholdMails(orm.em, recipientsOf(settings));
}

/** Sends a claimed mail to the provider. */
export async function deliverMail(
  { mailer, keys, settings }: MailDeps,
  mail: DueMail,
): Promise<Delivery> {
  const message = mailView(mail, keys, settings);
  if (!message) {
    throw new Error('A mail was claimed, but its secret key is not in use');
  }
  return mailer.deliver(message);
}

/** Seconds until the next try; undefined if the mail is refused for good. */
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

/** Returns the seconds since the mail was due, if the provider took it. */
export async function recordDelivery(
  { orm }: Pick<MailDeps, 'orm'>,
  due: DueMail,
  delivery: Delivery,
): Promise<number | undefined> {
  if (delivery.outcome === 'sent') {
    return recordSent(orm.em, undefined, { id: due.id, messageId: delivery.messageId });
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
