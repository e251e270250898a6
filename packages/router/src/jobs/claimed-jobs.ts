import type { Orm } from '@namecard/db';
import { changeClaimed } from './change-claimed.ts';
import { claimDue, type Claimed, type ClaimedJob, claimRecurring } from './jobs.sql.ts';
import type { Work } from './worker.ts';

type Deps = { orm: Orm };

/**
 * The only job of its kind. One instance at a time does it, again and again.
 * @param run returns the seconds until the next time
 */
export function onlyJob(
  { orm }: Deps,
  kind: string,
  run: (signal: AbortSignal) => Promise<number>,
): Work<Claimed, number> {
  const rest = (claimed: Claimed, seconds: number) =>
    changeClaimed({ orm }, claimed, seconds, (job, runAt) => job.release(runAt));
  return {
    claim: () => claimRecurring(orm.em, kind),
    run: (_, signal) => run(signal),
    record: async (claimed, seconds) => {
      await rest(claimed, seconds);
      return 'healthy';
    },
    giveBack: (claimed) => rest(claimed, 0),
  };
}

/** Where the job goes on, and in how many seconds. */
export type Step = { progress: unknown; seconds: number };

type Steps = {
  kind: string;
  /** Seconds of the lease of a step. */
  lease: number;
  /** Does a step of a job. Returns undefined if the job is done. */
  run: (job: ClaimedJob) => Promise<Step | undefined>;
};

/** Jobs that are done step by step. All instances share them. */
export function jobsInSteps(
  { orm }: Deps,
  { kind, lease, run }: Steps,
): Work<ClaimedJob, Step | undefined> {
  const goOn = (claimed: ClaimedJob, step: Step | undefined) =>
    changeClaimed({ orm }, claimed, step?.seconds ?? 0, (job, runAt, em) => {
      if (step) job.release(runAt, step.progress);
      else em.remove(job);
    });
  return {
    claim: () => claimDue(orm.em, kind, lease),
    run,
    record: async (claimed, step) => {
      await goOn(claimed, step);
      return 'healthy';
    },
    giveBack: (claimed) => goOn(claimed, { progress: claimed.progress, seconds: 0 }),
  };
}

/** Does all that is due one after the other, without a worker. */
export async function doDue<Job, Outcome>(work: Work<Job, Outcome>): Promise<void> {
  const { signal } = new AbortController();
  for (let job = await work.claim(0); job; job = await work.claim(0)) {
    await work.record(job, await work.run(job, signal));
  }
}
