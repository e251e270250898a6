import { type Executor, type Orm, OutboxMail } from '@namecard/db';
import type { Delivery, Mailer } from '@namecard/email';
import type { KeyRing } from '../access/keys.ts';
import { admittedBy } from '../access/policy.ts';
import type { Settings } from '../context.ts';
import { backOff } from '../jobs/worker.ts';
import { inTransaction } from '../transaction.ts';
import {
  type Claimed,
  claimMails,
  unansweredPauses,
  type Wanted,
} from './claim-mails.sql.ts';
import type { DueMail } from './mails.sql.ts';
import { lockMail, recordSent } from './outcomes.sql.ts';
import { holds, isHeld, lockProbe, postponeHeld } from './provider-hold.sql.ts';
import { withholdMails } from './recipients.sql.ts';
import { mailView } from './view.ts';

export type MailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver' | 'words'>;
  keys: KeyRing;
  settings: Pick<
    Settings,
    | 'wrongPerAddress'
    | 'issuer'
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

/** Seconds without any try after the provider refuses our greeting. */
export const misconfiguredPause = 15;

/** Seconds until a held mail is tried again. A person must end the trouble. */
const heldPause = 60;

/** Claims the next due mails: by default one, which may be a retry. */
export const claimNext = (
  deps: Omit<MailDeps, 'mailer'>,
  wanted: Wanted = { most: 1, repeats: 1 },
): Promise<Claimed> => claimIn(deps.orm.em, deps, wanted);

const claimIn = (
  em: Executor,
  { keys, settings }: Omit<MailDeps, 'mailer'>,
  wanted: Wanted,
): Promise<Claimed> =>
  claimMails(em, {
    ...settings,
    admitted: admittedBy(settings),
    keyIds: keys.ids,
    ...wanted,
  });

/** Drops mail to addresses that may not sign up. */
export async function withhold({
  orm,
  settings,
}: Omit<MailDeps, 'mailer'>): Promise<void> {
  await withholdMails(orm.em, { admitted: admittedBy(settings) });
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
      return holds(delivery.reason) ? heldPause : misconfiguredPause;
    case 'retry':
      if (delivery.reason === 'unanswered') {
        return unansweredPauses[Math.min(attempts - 1, 3)];
      }
      return delivery.afterSeconds ?? backOff(attempts, longestBackOff);
  }
}

/**
 * While the provider refuses everybody, claims the one mail that is tried in a minute,
 * by all instances together: a first try rather than a mail that was refused. Returns
 * undefined if no mail is held.
 */
export const claimProbe = (
  deps: Omit<MailDeps, 'mailer'>,
): Promise<Claimed | undefined> =>
  inTransaction({ em: deps.orm.em }, async ({ em }) => {
    const probe = await lockProbe(em);
    if (probe === 'none') return undefined;
    if (probe === 'taken') return { mails: [], isMore: false };
    const claimed = await claimIn(em, deps, { most: 1, repeats: 1 });
    if (claimed.mails.length > 0) await postponeHeld(em);
    return claimed;
  });

export type Recorded = {
  /** Since the mail was due, if the provider took it. */
  seconds: number | undefined;
  /** Whether the provider refuses everybody, so mails are held. */
  isHeld: boolean;
};

export async function recordDelivery(
  { orm }: Pick<MailDeps, 'orm'>,
  due: DueMail,
  delivery: Delivery,
): Promise<Recorded> {
  if (delivery.outcome === 'sent') {
    const { messageId } = delivery;
    const seconds = await recordSent(orm.em, { id: due.id, messageId });
    return { seconds, isHeld: false };
  }
  const seconds = secondsUntilRetry(due, delivery);
  await inTransaction({ em: orm.em }, async ({ em }) => {
    const nextAt = await lockMail(em, due.id, seconds ?? 0);
    if (nextAt === undefined) {
      return;
    }
    const mail = await em.findOneOrFail(OutboxMail, due.id);
    if (seconds === undefined) {
      mail.refuse(delivery.reason, nextAt);
    } else {
      mail.retry(delivery.reason, nextAt);
    }
    await em.flush();
  });
  if (delivery.outcome !== 'refused') {
    return { seconds: undefined, isHeld: holds(delivery.reason) };
  }
  // After the commit, so that the last of several at the same moment sees them all.
  return { seconds: undefined, isHeld: await isHeld(orm.em, delivery) };
}
