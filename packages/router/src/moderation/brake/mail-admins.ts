/**
 * How admins learn that somebody changes more cards than they may.
 *
 * Problem: every admin is to be mailed once a day, whichever instance does it, and no sign-in may wait for that mail.
 *
 * Plan: the outbox holds sign-ins alone, so these mails leave by themselves: one at a time, and only while no mail of the outbox is
 * due. A job says about whom they are, and which admins were mailed, as keyed hashes. It stays for a day, and there is no other
 * about the same person or service key meanwhile.
 *
 * Price: a service that never catches up with its sign-ins mails no admin.
 */
import type { Orm } from '@namecard/db';
import { brakeMail, type Mailer } from '@namecard/email';
import { z } from 'zod';
import type { Hashes } from '../../access/hashes.ts';
import type { Settings } from '../../context.ts';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import { claimDue, type Claimed } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import { isSignInMailDue } from '../../mail/admins.sql.ts';
import { adminsToMail } from '../../mail/admins.ts';
import { mailKind } from './change-cards.sql.ts';
import { readName } from './mail-admins.sql.ts';

const Progress = z.object({
  cards: z.int(),
  mailed: z.array(z.string()),
  isDone: z.boolean().default(false),
});

type Progress = z.infer<typeof Progress>;

/** Mails about somebody, as they were claimed. */
type Due = Claimed & { progress: unknown };

/** How far it came, and seconds until it goes on. */
type Outcome = { progress: Progress; seconds: number };

export type BrakeMailDeps = {
  orm: Orm;
  hashes: Hashes;
  mailer: Pick<Mailer, 'deliver'>;
  settings: Pick<Settings, 'adminEmails' | 'issuer' | 'product'>;
};

/** Seconds for which a claimed job is one worker's: the mailer gives up after 10, and an admin that it fails for is one of several. */
const lease = 600;

/** Seconds until the outbox is looked at again, until what failed is tried again, and until somebody is mailed about anew. */
const seconds = { busy: 5, failed: 300, day: 86_400 };

export const claimMails = ({ orm }: Pick<BrakeMailDeps, 'orm'>) =>
  claimDue(orm.em, mailKind, lease);

/** Mails the next admin. Undefined where there is nothing more to do about whoever it is. */
export async function mailNext(
  { orm, hashes, mailer, settings }: BrakeMailDeps,
  { key, progress: json }: Due,
): Promise<Outcome | undefined> {
  const { em } = orm;
  const progress = Progress.parse(json);
  const who = progress.isDone ? undefined : await readName(em, key);
  if (!who) {
    return undefined;
  }
  const { product, issuer } = settings;
  const mail = brakeMail({ ...who, product, cards: progress.cards, origin: issuer });
  const hashOf = (to: string) => hashes.of('mails', to.toLowerCase());
  const mailed = new Set(progress.mailed);
  const admins = await adminsToMail(em, settings);
  const left = admins.filter((to) => !mailed.has(hashOf(to)));
  for (const to of left) {
    if (await isSignInMailDue(em)) {
      return { progress, seconds: seconds.busy };
    }
    const { outcome } = await mailer.deliver({ ...mail, to });
    if (outcome === 'sent' || outcome === 'refused') {
      mailed.add(hashOf(to));
      return { progress: { ...progress, mailed: [...mailed] }, seconds: 0 };
    }
  }
  return left.length > 0
    ? { progress, seconds: seconds.failed }
    : { progress: { ...progress, isDone: true }, seconds: seconds.day };
}

/** Writes down what came of it, if the job is still the one that was claimed. */
export const recordMailed = (
  deps: Pick<BrakeMailDeps, 'orm'>,
  claimed: Due,
  outcome: Outcome | undefined,
): Promise<void> =>
  changeClaimed(deps, claimed, outcome?.seconds ?? 0, (job, runAt, em) => {
    if (outcome) {
      job.release(runAt, outcome.progress);
    } else {
      em.remove(job);
    }
  });

/** Milliseconds after which a worker looks for admins to mail. */
const interval = 10_000;

/** Mails admins until it is stopped. Any number of instances share the work. */
export const startBrakeMails = (
  deps: BrakeMailDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker<Due, Outcome | undefined>(
    {
      claim: () => claimMails(deps),
      run: (due) => mailNext(deps, due),
      record: async (due, outcome) => {
        await recordMailed(deps, due, outcome);
        return 'healthy';
      },
      giveBack: (due) =>
        recordMailed(deps, due, { progress: Progress.parse(due.progress), seconds: 0 }),
    },
    { name: 'brake_mails', concurrency: 1, interval, onUnexpected: deps.onUnexpected },
  );
