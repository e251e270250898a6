/**
 * How people learn that a card of theirs was hidden, or their account suspended.
 *
 * Problem: one mail a day at most to each, and none about what was undone at once, whoever did it. No sign-in may wait for it, and no
 * wave of spam may fill a day of the provider.
 *
 * Plan: each act makes a job for those concerned, unless they have one. It is due ten minutes later, and looks at what stands then.
 * Once the newest of it has stood for ten minutes, all of it is told in one mail. The job stays for a day after that, and looks again
 * for what was done since. It ends when nothing is left to tell. A second job, of which there is one, sends the mails: one in 18
 * seconds over all instances, and only while no mail of the outbox is due.
 *
 * Nobody is mailed who never signed in: an account begins with a proven address.
 *
 * Race: an act that finds a job locks it. Who ends a job locks it first and then looks once more, so no act is missed.
 *
 * Price: a service that never catches up with its sign-ins mails nobody.
 */
import type { Executor, Orm } from '@namecard/db';
import { decisionMail, type Mailer } from '@namecard/email';
import type { Settings } from '../../context.ts';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import {
  claimDue,
  type Claimed,
  claimRecurring,
  decisionKind,
} from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import { isSignInMailDue } from '../../mail/admins.sql.ts';
import { findStanding, type Standing } from './decisions.sql.ts';

export type DecisionMailDeps = {
  orm: Orm;
  mailer: Pick<Mailer, 'deliver'>;
  settings: Pick<Settings, 'product' | 'contactUrl'>;
};

/** The kind of the one job that sends the mails. */
const senderKind = 'decision_mails';

/** Seconds for which a person's job is one worker's: the mailer gives up after 10. */
const lease = 60;

/** Seconds until what it says happens again. 200 mails leave in an hour. */
const seconds = {
  idle: 10,
  busy: 5,
  betweenMails: 18,
  failed: 300,
  waiting: 600,
  day: 86_400,
};

/**
 * What becomes of a person's job: `over` once nothing stands, `told` for a day, `later` after so many seconds. `isMailed` says whether
 * the provider was asked to deliver.
 */
type Outcome =
  | { kind: 'over' }
  | { kind: 'told'; until: string; isMailed: boolean }
  | { kind: 'later'; seconds: number; isMailed: boolean };

const later = (after: number, isMailed = false): Outcome => ({
  kind: 'later',
  seconds: after,
  isMailed,
});

async function deliver(
  { mailer, settings }: DecisionMailDeps,
  { email: to, language, hidden, suspended, until }: Standing,
): Promise<Outcome> {
  const { product, contactUrl } = settings;
  const mail = decisionMail({
    product,
    language: language ?? product.language,
    contactUrl,
    hidden,
    suspended,
  });
  const { outcome } = await mailer.deliver({ ...mail, to });
  return outcome === 'sent' || outcome === 'refused'
    ? { kind: 'told', until, isMailed: true }
    : later(seconds.failed, true);
}

/** Mails somebody what was done to them, if it has stood for ten minutes and no act about them waits. */
async function tell(deps: DecisionMailDeps, userId: string): Promise<Outcome> {
  const standing = await findStanding(deps.orm.em, userId);
  if (!standing || standing.seconds === null) {
    return { kind: 'over' };
  }
  if (standing.isWaiting) {
    return later(seconds.waiting);
  }
  if (standing.seconds > 0) {
    return later(standing.seconds);
  }
  return standing.isSuppressed
    ? { kind: 'told', until: standing.until, isMailed: false }
    : deliver(deps, standing);
}

/** Seconds until a person's job looks again. One that is over ends, unless an act came meanwhile. */
function untilNextLook(outcome: Outcome): number {
  switch (outcome.kind) {
    case 'over':
      return seconds.waiting;
    case 'told':
      return seconds.day;
    case 'later':
      return outcome.seconds;
  }
}

async function isOverNow(em: Executor, userId: string): Promise<boolean> {
  const standing = await findStanding(em, userId);
  return !standing || standing.seconds === null;
}

/** Writes down what became of a person's job, if it is still the one that was claimed. */
const record = (
  deps: Pick<DecisionMailDeps, 'orm'>,
  claimed: Claimed,
  outcome: Outcome,
): Promise<void> =>
  changeClaimed(deps, claimed, untilNextLook(outcome), async (job, runAt, em) => {
    if (outcome.kind === 'over' && (await isOverNow(em, claimed.key))) {
      em.remove(job);
    } else {
      const progress = outcome.kind === 'told' ? { since: outcome.until } : job.progress;
      job.release(runAt, progress);
    }
  });

/** Mails the next person; returns after how many seconds the one after them may be mailed. */
async function mailNext(deps: DecisionMailDeps): Promise<number> {
  const { em } = deps.orm;
  if (await isSignInMailDue(em)) {
    return seconds.busy;
  }
  const due = await claimDue(em, decisionKind, lease);
  if (!due) {
    return seconds.idle;
  }
  const outcome = await tell(deps, due.key);
  await record(deps, due, outcome);
  return outcome.kind !== 'over' && outcome.isMailed ? seconds.betweenMails : 0;
}

/** Gives the sending back, to go on after so many seconds. */
const rest = (deps: Pick<DecisionMailDeps, 'orm'>, claimed: Claimed, wait: number) =>
  changeClaimed(deps, claimed, wait, (job, runAt) => job.reschedule(runAt));

/** What a worker does to mail people. */
export const mailing = (deps: DecisionMailDeps) => ({
  claim: () => claimRecurring(deps.orm.em, senderKind),
  run: () => mailNext(deps),
  record: async (claimed: Claimed, wait: number) => {
    await rest(deps, claimed, wait);
    return 'healthy' as const;
  },
  giveBack: (claimed: Claimed) => rest(deps, claimed, 0),
});

/** Milliseconds after which a worker looks for somebody to mail: mails leave in a multiple of it. */
const interval = 6_000;

/** Mails people until it is stopped. Of any number of instances one at a time does. */
export const startDecisionMails = (
  deps: DecisionMailDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker<Claimed, number>(mailing(deps), {
    name: 'decision_mails',
    concurrency: 1,
    interval,
    onUnexpected: deps.onUnexpected,
  });
