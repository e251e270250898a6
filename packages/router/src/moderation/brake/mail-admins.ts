/**
 * Mails admins that somebody reached the limit of changed cards, that a colleague changed
 * half of an admin's, or that nobody enters the code of an act beyond it: somebody may
 * have stolen the session.
 *
 * Problem: each admin gets one mail a day, from any instance. Sign-in mails must
 * not wait.
 *
 * Plan: the outbox is only for sign-in mails, so these are sent directly: one at
 * a time, and only if no mail in the outbox is due. A job stores who reached the
 * limit, and keyed hashes of the admins who were mailed. It stays for a day, so
 * nobody gets a second mail.
 *
 * Price: no admin is mailed while sign-in mails never catch up.
 */
import { brakeMail } from '@namecard/email';
import { z } from 'zod';
import type { Settings } from '../../context.ts';
import { jobsInSteps, type Step } from '../../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import { isSignInMailDue } from '../../mail/admins.sql.ts';
import { type AdminMailDeps, mailNextAdmin, untilNextAdmin } from '../../mail/admins.ts';
import { awaitedKind, mailKind } from './request-mails.sql.ts';
import { readName } from './mail-admins.sql.ts';

const Progress = z.object({
  cards: z.int(),
  code: z.enum(['entered', 'unneeded', 'awaited']).nullable().default(null),
  mailed: z.array(z.string()),
  isDone: z.boolean().default(false),
});

type Progress = z.infer<typeof Progress>;

export type BrakeMailDeps = AdminMailDeps & {
  settings: Pick<Settings, 'issuer' | 'product'>;
};

/** Seconds of the lease. The mailer gives up after 10 for each admin. */
const lease = 600;

/** Seconds until the next look, and mails about the same actor. */
const seconds = { busy: 5, done: 86_400 };

/** Mails the next admin. Returns undefined if nothing is left to do. */
async function mailNext(
  deps: BrakeMailDeps,
  { key, progress: json, age }: ClaimedJob,
): Promise<Step | undefined> {
  const { em } = deps.orm;
  const progress = Progress.parse(json);
  const who = progress.isDone ? undefined : await readName(em, key);
  if (!who) {
    return undefined;
  }
  if (await isSignInMailDue(em)) {
    return { progress, seconds: seconds.busy };
  }
  const { product, issuer: origin } = deps.settings;
  const { cards, code } = progress;
  const mail = brakeMail({ ...who, product, cards, code, origin });
  // Who confirmed an act knows of it.
  const except = code === 'entered' ? who.person : null;
  const { mailed, end } = await mailNextAdmin(deps, mail, { ...progress, except });
  return {
    progress: { ...progress, mailed, isDone: end === 'done' },
    seconds: end === 'done' ? seconds.done : untilNextAdmin(end, age),
  };
}

export const mailing = (deps: BrakeMailDeps) => {
  const of = (kind: string) =>
    jobsInSteps(deps, { kind, lease, run: (due) => mailNext(deps, due) });
  const awaited = of(awaitedKind);
  const reached = of(mailKind);
  return {
    ...reached,
    claim: async (place: number) => (await reached.claim(place)) ?? awaited.claim(place),
  };
};

/** Milliseconds between polls. */
const interval = 10_000;

/** All instances share the work. */
export const startBrakeMails = (
  deps: BrakeMailDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(mailing(deps), {
    name: 'brake_mails',
    concurrency: 1,
    interval,
    onUnexpected: deps.onUnexpected,
  });
