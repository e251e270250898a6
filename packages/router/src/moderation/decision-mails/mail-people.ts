/**
 * Mails people that their card was hidden, their account suspended, their role lowered or
 * their appeal answered. Each mail is kept in the outbox with the provider's answer.
 *
 * Problem: a person gets at most one mail a day, and none about an act that was
 * soon undone. Sign-in mails go first. A wave of spam must not use up the
 * provider's day.
 *
 * Plan: an act creates a job per person, due in ten minutes. When the newest act
 * has stood for ten minutes, one mail tells of all acts. The job stays for a day
 * and looks again. One other job sends a mail every 18 seconds over all instances, if
 * no sign-in mail is due.
 *
 * The longer a mail does not leave, the longer the pause: a few mailboxes that take none
 * must not use up the hour's mails. If the provider may have refused everybody, it is
 * tried once more a day later.
 * While the provider's refusals hold all mail, it waits, which is no try.
 *
 * Race: an act locks an existing job. The end of a job locks it too and looks
 * once more.
 *
 * Price: nobody is mailed while sign-in mails never catch up.
 */
import type { Executor } from '@namecard/db';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import { onlyJob } from '../../jobs/claimed-jobs.ts';
import { claimDue, type Claimed, decisionKind } from '../../jobs/jobs.sql.ts';
import {
  pauseAfter,
  type JobWorker,
  startWorker,
  type WorkerOptions,
} from '../../jobs/worker.ts';
import { isSignInMailDue } from '../../mail/admins.sql.ts';
import { mayConcernUs } from '../../mail/provider-hold.sql.ts';
import { decisionsOf } from '../../mail/view.ts';
import { findStanding, type Standing } from './decisions.sql.ts';
import { type DecisionMailDeps, deliverDecisions } from './deliver-decisions.ts';
import { mailNextReporter } from './mail-reporters.ts';

/** The kind of the single job that sends the mails. */
const senderKind = 'decision_mails';

/** Seconds of the lease of a person's job. The mailer gives up after 10. */
const lease = 60;

/** Seconds until the next step. 200 mails leave in an hour. */
const seconds = {
  idle: 10,
  busy: 5,
  betweenMails: 18,
  failed: 300,
  waiting: 600,
  day: 86_400,
};

type Outcome = {
  /** Seconds until the next look. */
  after: number;
  /** Whether the provider was asked to deliver. */
  isMailed: boolean;
  /** Whether the job ends, unless an act came. */
  isOver?: true;
  /** Default: as before. */
  progress?: { since: string; refused?: true };
};

const later = (after: number, isMailed = false): Outcome => ({ after, isMailed });

async function deliver(
  deps: DecisionMailDeps,
  userId: string,
  { email, language, since, until, isSuppressed, isSecondTry, ...standing }: Standing,
): Promise<Outcome> {
  const recipient = { userId, email, language, isSuppressed };
  const end = await deliverDecisions(deps, recipient, decisionsOf(standing));
  if (end === 'failed' || end === 'held') {
    const waited = end === 'held' ? 0 : -(standing.seconds ?? 0);
    return later(pauseAfter(waited, seconds.failed), true);
  }
  const isOver =
    isSecondTry ||
    (end !== 'unanswered' && (end.outcome === 'sent' || !mayConcernUs(end.reason)));
  return isOver
    ? { ...later(seconds.day, !isSuppressed), progress: { since: until } }
    : { ...later(seconds.day, true), progress: { since, refused: true } };
}

/** Mails a person if all decisions have stood for ten minutes and no act waits. */
async function tell(deps: DecisionMailDeps, userId: string): Promise<Outcome> {
  const standing = await findStanding(deps.orm.em, userId, deps.settings.adminEmails);
  if (!standing || standing.seconds === null) {
    return { ...later(seconds.waiting), isOver: true };
  }
  if (standing.isWaiting) {
    return later(seconds.waiting);
  }
  if (standing.seconds > 0) {
    return later(standing.seconds);
  }
  return deliver(deps, userId, standing);
}

async function isOverNow(
  em: Executor,
  userId: string,
  { adminEmails }: DecisionMailDeps['settings'],
): Promise<boolean> {
  const standing = await findStanding(em, userId, adminEmails);
  return !standing || standing.seconds === null;
}

/** Does nothing if another worker has claimed the job. */
const record = (
  deps: DecisionMailDeps,
  claimed: Claimed,
  outcome: Outcome,
): Promise<void> =>
  changeClaimed(deps, claimed, outcome.after, async (job, runAt, em) => {
    if (outcome.isOver && (await isOverNow(em, claimed.key, deps.settings))) {
      em.remove(job);
    } else {
      job.release(runAt, outcome.progress ?? job.progress);
    }
  });

/** The same for people without an account, who come last. */
async function mailReporter(deps: DecisionMailDeps): Promise<number> {
  const isMailed = await mailNextReporter(deps);
  if (isMailed === undefined) {
    return seconds.idle;
  }
  return isMailed ? seconds.betweenMails : 0;
}

/** Returns the seconds until the next mail. */
async function mailNext(deps: DecisionMailDeps): Promise<number> {
  const { em } = deps.orm;
  if (await isSignInMailDue(em)) {
    return seconds.busy;
  }
  const due = await claimDue(em, decisionKind, lease);
  if (!due) {
    return mailReporter(deps);
  }
  const outcome = await tell(deps, due.key).catch(async (error: unknown) => {
    // Otherwise it would be the first again, and nobody behind it would be mailed.
    await record(deps, due, later(seconds.failed));
    throw error;
  });
  await record(deps, due, outcome);
  return outcome.isMailed ? seconds.betweenMails : 0;
}

export const mailing = (deps: DecisionMailDeps) =>
  onlyJob(deps, senderKind, () => mailNext(deps));

/** Milliseconds between polls. The time between mails is a multiple of it. */
const interval = 6_000;

/** One instance at a time does the work. */
export const startDecisionMails = (
  deps: DecisionMailDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(mailing(deps), {
    name: 'decision_mails',
    concurrency: 1,
    interval,
    onUnexpected: deps.onUnexpected,
  });
