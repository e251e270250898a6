import { type Orm, OutboxMail, readInstant } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import { admittedBy } from '../access/policy.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import type { Telemetry } from '../telemetry.ts';
import { isoInstant } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import {
  type Claimed,
  claimMails,
  deliveredMails,
  type DueMail,
  readBrake,
  readBrakeOfAll,
  type Wanted,
} from './queries.ts';
import { lockMail, recordSent } from './outcomes/queries.ts';
import { findTrouble } from './trouble/queries.ts';
import { type Recipients, withholdMails } from './recipients/queries.ts';
import { PostmarkEvent } from './schemas.ts';
import { mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  keys: KeyRing;
  settings: Pick<
    Settings,
    | 'codeDigits'
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

/** Seconds between tries at most, for as long as the code lives: a person is waiting for it. */
const longestBackOff = 5;

/** Seconds for which nothing is tried while the provider refuses the account itself. */
export const misconfiguredPause = 15;

/** Whose mail leaves. */
const recipientsOf = (settings: MailDeps['settings']): Recipients => ({
  admitted: admittedBy(settings),
});

/** Takes the mails that are due next: one, whether or not it was tried before, unless others are wanted. */
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

/** Ends mail to addresses that may not sign up. */
export async function withhold({
  orm,
  settings,
}: Omit<MailDeps, 'mailer'>): Promise<void> {
  if (settings.signUps !== 'open') {
    await withholdMails(orm.em, recipientsOf(settings));
  }
}

/** Hands a claimed mail to the provider. */
export async function deliverMail(
  { mailer, keys, settings }: MailDeps,
  mail: DueMail,
): Promise<Delivery> {
  const message = mailView(mail, keys, settings);
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

/** Whether mail to addresses that never signed in waits because the budget of all is used up. */
export async function isMailHeld({
  orm,
  settings: { mailsPerHour },
}: Pick<MailDeps, 'orm' | 'settings'>): Promise<boolean> {
  const [row] = mailsPerHour > 0 ? await readBrakeOfAll(orm.em, { mailsPerHour }) : [];
  return row?.byAll ?? false;
}

/**
 * Whether mail waits that should have left: the provider is in trouble, or the budget of all is used up. A single source that is held
 * is no trouble of the service's.
 */
export async function isMailDegraded(
  deps: Pick<MailDeps, 'orm' | 'settings'>,
): Promise<boolean> {
  const troubles = await findTrouble(deps.orm.em);
  return troubles.length > 0 || isMailHeld(deps);
}

/** Reports to the operator what keeps mail from leaving at present. */
export async function reportWaiting({
  orm,
  settings: { mailsPerHour },
  telemetry,
}: Pick<MailDeps, 'orm' | 'settings'> & { telemetry: Telemetry }): Promise<void> {
  const [trouble] = await findTrouble(orm.em);
  if (trouble) {
    telemetry.mailTroubled(trouble.reason);
  }
  const [held] = mailsPerHour > 0 ? await readBrake(orm.em, { mailsPerHour }) : [];
  if (held?.byAll) {
    telemetry.limited('mails_per_hour');
  }
  if (held?.bySource) {
    telemetry.limited('mails_per_source');
  }
  if (held?.byUnforwarded) {
    telemetry.forwardsNothing();
  }
}

/** The mails whose codes are still good, as they were sent, newest first: what the development mailbox shows. */
export async function listMailbox({ orm, keys, settings }: Omit<MailDeps, 'mailer'>) {
  const mails = await deliveredMails(orm.em, settings);
  return mails.flatMap((mail) => {
    const message = mailView(mail, keys, settings);
    return message ? [{ id: mail.id, ...message, at: isoInstant(mail.requestedAt) }] : [];
  });
}

/**
 * Takes in one of Postmark's webhooks. What is no bounce, complaint or change of subscription, or is about no mail of ours, is passed
 * over: an error would only make Postmark send it again.
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
    mails.forEach((mail) => mail.report(event, now, outcome));
    await em.flush();
    return mails.length > 0;
  });
  if (isBounce && isOurs) {
    telemetry.count('bounces');
  }
}
