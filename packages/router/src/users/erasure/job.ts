import { setTimeout as sleep } from 'node:timers/promises';
import { isoInstant, isoInstantOrNull, type Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { doDue, jobsInSteps, type Step } from '../../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import type { Telemetry } from '../../telemetry.ts';
import { kind, Progress } from './erase-user.ts';
import { forgetActed, forgetConcerned } from './job.sql.ts';

/** Seconds of the lease of a piece. */
const lease = 30;

type ErasureDeps = { orm: Orm; telemetry: Pick<Telemetry, 'erased'> };

/** Returns undefined if all was done before. */
async function nextPiece(
  deps: Pick<Deps, 'em'>,
  userId: string,
  progress: Progress,
): Promise<Progress | undefined> {
  if (progress.acted !== null) {
    return { ...progress, acted: await forgetActed(deps.em, userId, progress.acted) };
  }
  return progress.concerned === null
    ? undefined
    : {
        ...progress,
        concerned: await forgetConcerned(deps.em, userId, progress.concerned),
      };
}

/**
 * Forgets a piece. Sleeps for half its time, which leaves room for calls. Nothing is lost
 * if a piece is done twice.
 */
async function forgetNext(
  { orm, telemetry }: ErasureDeps,
  { key: userId, progress: json }: ClaimedJob,
): Promise<Step | undefined> {
  const progress = Progress.parse(json);
  const { ban } = progress;
  if (!progress.isTold) {
    await telemetry.erased({
      userId,
      at: isoInstant(progress.at),
      namesRestUntil: isoInstantOrNull(progress.namesRestUntil),
      ban: ban && { ...ban, until: isoInstant(ban.until) },
    });
    return { progress: { ...progress, isTold: true }, seconds: 0 };
  }
  const began = performance.now();
  const reached = await nextPiece({ em: orm.em }, userId, progress);
  await sleep((performance.now() - began) / 2);
  return reached && { progress: reached, seconds: 0 };
}

export const erasing = (deps: ErasureDeps) =>
  jobsInSteps(deps, { kind, lease, run: (claimed) => forgetNext(deps, claimed) });

/** For commands, with or without a running service. */
export const finishErasures = (deps: ErasureDeps): Promise<void> => doDue(erasing(deps));

/** Milliseconds between polls. Each is cheap by the index of jobs. */
const interval = 5_000;

/** One at a time. Another instance continues an interrupted one. */
export const startErasures = (
  deps: ErasureDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(erasing(deps), {
    name: 'erasure',
    concurrency: 1,
    interval,
    onUnexpected: deps.onUnexpected,
  });
