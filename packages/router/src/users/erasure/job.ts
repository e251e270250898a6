import { setTimeout as sleep } from 'node:timers/promises';
import { isoInstant, isoInstantOrNull, type Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import { claimDue, type Claimed } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import type { Telemetry } from '../../telemetry.ts';
import { kind, Progress } from './erase-user.ts';
import { forgetActed, forgetConcerned } from './job.sql.ts';

/** Seconds of a job's lease, renewed with each piece. */
const leaseSeconds = 30;

type ErasureDeps = { orm: Orm; telemetry: Pick<Telemetry, 'erased'> };

type ClaimedErasure = Claimed & { progress: unknown };

/** Claims the erasure that has waited longest and has no lease. */
export const claimErasure = ({ orm }: Pick<ErasureDeps, 'orm'>) =>
  claimDue(orm.em, kind, leaseSeconds);

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

type Piece = { claimed: Claimed; progress: Progress };

/** Returns undefined if all is done, or another worker has claimed the job. */
const doPiece = (
  deps: ErasureDeps,
  { claimed, progress }: Piece,
): Promise<Piece | undefined> =>
  changeClaimed(deps, claimed, leaseSeconds, async (job, leasedUntil, em) => {
    const reached = await nextPiece({ em }, claimed.key, progress);
    if (reached) {
      job.goOn(leasedUntil, reached);
    } else {
      em.remove(job);
    }
    return reached && { claimed: { ...claimed, leasedUntil }, progress: reached };
  });

/** Releases an erasure, so that another worker continues where it stopped. */
const giveBackErasure = (
  deps: Pick<ErasureDeps, 'orm'>,
  { progress, ...claimed }: ClaimedErasure,
) => changeClaimed(deps, claimed, 0, (job, now) => job.release(now, progress));

/** Sleeps after each piece for half its time, which leaves room for calls. */
export async function runErasure(
  deps: ErasureDeps,
  { progress: json, ...claimed }: ClaimedErasure,
  signal?: AbortSignal,
): Promise<void> {
  const progress = Progress.parse(json);
  const { ban } = progress;
  if (!progress.isTold) {
    await deps.telemetry.erased({
      userId: claimed.key,
      at: isoInstant(progress.at),
      namesRestUntil: isoInstantOrNull(progress.namesRestUntil),
      ban: ban && { ...ban, until: isoInstant(ban.until) },
    });
  }
  const isStopped = () => signal?.aborted === true;
  let piece: Piece | undefined = { claimed, progress: { ...progress, isTold: true } };
  while (piece && !isStopped()) {
    const began = performance.now();
    piece = await doPiece(deps, piece);
    await sleep((performance.now() - began) / 2);
  }
  if (piece) {
    await giveBackErasure(deps, { ...piece.claimed, progress: piece.progress });
  }
}

/** For commands, with or without a running service. */
export async function finishErasures(deps: ErasureDeps): Promise<void> {
  for (let next = await claimErasure(deps); next; next = await claimErasure(deps)) {
    await runErasure(deps, next);
  }
}

/** Milliseconds between polls. Each is cheap by the index of jobs. */
const interval = 5_000;

/** One at a time. Another instance continues an interrupted one. */
export const startErasures = (
  deps: ErasureDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker<ClaimedErasure, void>(
    {
      claim: () => claimErasure(deps),
      run: (claimed, signal) => runErasure(deps, claimed, signal),
      record: async () => 'healthy',
      giveBack: (claimed) => giveBackErasure(deps, claimed),
    },
    { name: 'erasure', concurrency: 1, interval, onUnexpected: deps.onUnexpected },
  );
