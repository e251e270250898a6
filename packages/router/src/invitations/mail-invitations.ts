import { isoInstant, type Orm } from '@namecard/db';
import { invitationMail, type Mailer, type Message } from '@namecard/email';
import type { Hashes } from '../access/hashes.ts';
import type { Settings } from '../context.ts';
import { onlyJob } from '../jobs/claimed-jobs.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../jobs/worker.ts';
import { isSignInMailDue } from '../mail/admins.sql.ts';
import { keepMail } from '../mail/keep-mail.sql.ts';
import {
  countUnaskedMail,
  isNeverMailed,
  neverAgainHash,
  uncountMail,
} from '../mail/never-again.sql.ts';
import { endOf } from '../mail/provider-hold.sql.ts';
import {
  claimInvitation,
  deliveredInvitations,
  type DueInvitation,
  recordMailed,
  recordRefused,
  recordUnanswered,
  recordUnmailed,
} from './mail-invitations.sql.ts';

/*
 * Mails the invited: once, and once more after seven days if the invitation is unused.
 *
 * Problem: thousands of mails must not delay a sign-in, and nobody may get a fourth.
 *
 * Plan: one job over all instances sends a mail every 3.6 seconds, so 1,000 in an hour,
 * and none while a sign-in mail is due. Each mail is counted by a hash of its address
 * before it leaves. Who has had three is invited without one.
 *
 * Price: a mail is sent twice if the process ends before it records the outcome.
 */

export type InvitationMailDeps = {
  orm: Orm;
  hashes: Hashes;
  mailer: Pick<Mailer, 'deliver'>;
  random: { id(): string };
  settings: Pick<Settings, 'product' | 'issuer'>;
};

const senderKind = 'invitation_mails';

/** Milliseconds between mails, and between looks for new invitations. */
const interval = 3_600;
const idle = 30_000;

const messageOf = (
  { product, issuer }: InvitationMailDeps['settings'],
  { email, language, inviter, endsAt, isReminder }: DueInvitation,
): Message => ({
  to: email,
  ...invitationMail({
    product,
    language: language ?? product.language,
    origin: issuer,
    inviter,
    endsAt: isoInstant(endsAt),
    isReminder,
  }),
});

/** Mails the next invitation that is due. Returns its address, if there is one. */
export async function mailNextInvitation(
  deps: InvitationMailDeps,
): Promise<string | undefined> {
  const { em } = deps.orm;
  const due = await claimInvitation(em);
  if (!due) {
    return undefined;
  }
  const { address, language } = due;
  if (due.isUndeliverable) {
    await recordRefused(em, address, 'suppressed');
    return address;
  }
  const hash = neverAgainHash(deps.hashes, address);
  if (!(await countUnaskedMail(em, hash))) {
    const isUnwanted = await isNeverMailed(em, hash);
    await (isUnwanted
      ? recordRefused(em, address, 'unwanted')
      : recordUnmailed(em, address));
    return address;
  }
  const delivery = await deps.mailer.deliver(messageOf(deps.settings, due));
  const end = await endOf(em, delivery);
  if (end === 'unanswered') {
    await recordUnanswered(em, address);
    return address;
  }
  if (end === 'failed') {
    await uncountMail(em, hash);
    return address;
  }
  const mail = { id: deps.random.id(), userId: null, recipient: address, language };
  await keepMail(em, { ...mail, letter: 'invitation' }, end);
  if (end.outcome === 'refused') {
    await recordRefused(em, address, end.reason);
  } else {
    await recordMailed(em, address);
  }
  return address;
}

/** The delivered mails, as the development mailbox shows them. */
export async function listInvitationMails({
  orm,
  settings,
}: Pick<InvitationMailDeps, 'orm' | 'settings'>) {
  const mails = await deliveredInvitations(orm.em);
  return mails.map((mail) => ({
    id: mail.id,
    ...messageOf(settings, { ...mail, isReminder: false }),
    at: isoInstant(mail.requestedAt),
  }));
}

/** One instance at a time does the work. */
export const startInvitationMails = (
  deps: InvitationMailDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(
    onlyJob(deps, senderKind, async () => {
      const isFree = !(await isSignInMailDue(deps.orm.em));
      const hasMailed = isFree && (await mailNextInvitation(deps)) !== undefined;
      return (hasMailed ? interval : idle) / 1_000;
    }),
    {
      name: 'invitation_mails',
      concurrency: 1,
      interval,
      onUnexpected: deps.onUnexpected,
    },
  );
