import { setTimeout as sleep } from 'node:timers/promises';
import type { Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import { claimDue, type Claimed } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import type { Telemetry } from '../../telemetry.ts';
import { isoInstant, isoInstantOrNull } from '../../text.ts';
import { kind, Progress } from './erase-user.ts';
import { forgetActed, forgetConcerned } from './job.sql.ts';

/** Seconds for which a job is one worker's from the last piece that it did; should that crash, another takes it up then. */
const leaseSeconds = 30;

type ErasureDeps = { orm: Orm; telemetry: Pick<Telemetry, 'erased'> };

/** An erasure as it was claimed. */
type ClaimedErasure = Claimed & { progress: unknown };

/** Takes the erasure that has waited longest and nobody is at. */
export const claimErasure = ({ orm }: Pick<ErasureDeps, 'orm'>) =>
  claimDue(orm.em, kind, leaseSeconds);

/** Does the next piece and returns how far that came; undefined where all was done before. */
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

/** Does a piece and writes down how far it came, or ends the job; undefined then, and where another has taken it up. */
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

/** Gives an erasure back, to be gone on with at once from where it has come to. */
const giveBackErasure = (
  deps: Pick<ErasureDeps, 'orm'>,
  { progress, ...claimed }: ClaimedErasure,
) => changeClaimed(deps, claimed, 0, (job, now) => job.release(now, progress));

/**
 * Tells the receipt, then forgets the user in the history, piece by piece, until all is done or the signal says so. After a piece it
 * rests for half as long as that took, which leaves the database to calls.
 */
export async function runErasure(
  deps: ErasureDeps,
  { progress: json, ...claimed }: ClaimedErasure,
  signal?: AbortSignal,
): Promise<void> {
  const progress = Progress.parse(json);
  if (!progress.isTold) {
    await deps.telemetry.erased({
      userId: claimed.key,
      at: isoInstant(progress.at),
      namesRestUntil: isoInstantOrNull(progress.namesRestUntil),
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

/** Does all erasures that wait and nobody is at: for commands, beside a service or without one. */
export async function finishErasures(deps: ErasureDeps): Promise<void> {
  for (let next = await claimErasure(deps); next; next = await claimErasure(deps)) {
    await runErasure(deps, next);
  }
}

/** Milliseconds after which a worker looks for an erasure: the index of jobs leads to it, or to nothing. */
const interval = 5_000;

/** Ends erasures, one at a time, until it is stopped; one under way is left to another instance then. */
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
