import { isoInstant, Move, readInstant } from '@namecard/db';
import { changeClaimed } from '../jobs/change-claimed.ts';
import { claimDue, type ClaimedJob } from '../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../jobs/worker.ts';
import { carryOutDue, type DueDeps, isDue } from './due.ts';
import { type LetterDeps, mailNextLetter, Progress } from './mail-letters.ts';
import { codesEnd } from './letters.ts';
import { moveKind } from './moves.sql.ts';

export type MovesDeps = LetterDeps & DueDeps;

/** Seconds of the lease. The mailer gives up after 10. */
const lease = 60;

/** Most seconds until the next look at a wait: its account may be suspended. */
const nextLook = 3_600;

/** Undefined if nothing is left to do. */
type Outcome = Awaited<ReturnType<typeof mailNextLetter>>;

/**
 * Seconds until the job has anything to do but mail; undefined if never. The job knows
 * what was mailed, so it lives as long as a code of its notices works: `secret rotate`
 * has that mailed again.
 */
function secondsLeft(move: Move | null, now: string): number | undefined {
  if (move?.isWaiting()) {
    return nextLook;
  }
  const until = move && codesEnd(move);
  const seconds = until ? (Date.parse(until) - Date.parse(isoInstant(now))) / 1_000 : 0;
  return seconds > 0 ? seconds : undefined;
}

export const claimMove = ({ orm }: Pick<MovesDeps, 'orm'>) =>
  claimDue(orm.em, moveKind, lease);

/** Does the move if it is due, then sends its next mail. */
export async function runMove(
  deps: MovesDeps,
  { key, progress }: ClaimedJob,
): Promise<Outcome> {
  const em = deps.orm.em.fork();
  const move = await em.findOne(Move, key);
  if (move && isDue(move, await readInstant(em))) {
    await carryOutDue(deps, move);
  }
  const now = await readInstant(em);
  const next = await mailNextLetter(deps, key, progress, now);
  const left = secondsLeft(move, now);
  if (!next && left === undefined) {
    return undefined;
  }
  const seconds = Math.min(next?.seconds ?? Infinity, left ?? Infinity);
  return { ...(next ?? Progress.parse(progress)), seconds };
}

/** Whoever woke the move meanwhile has changed `runAt`. Then it runs at once. */
export const recordMove = (
  deps: Pick<MovesDeps, 'orm'>,
  claimed: ClaimedJob,
  outcome: Outcome,
): Promise<void> =>
  changeClaimed(deps, claimed, outcome?.seconds ?? 0, (job, later, em) => {
    const isWoken = job.runAt !== claimed.runAt;
    if (outcome || isWoken) {
      job.release(isWoken ? job.runAt : later, outcome ?? job.progress);
    } else {
      em.remove(job);
    }
  });

/** Milliseconds between polls: somebody waits for a code. */
const interval = 3_000;

/** All instances share the work. */
export const startMoves = (
  deps: MovesDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker<ClaimedJob, Outcome>(
    {
      claim: () => claimMove(deps),
      run: (due) => runMove(deps, due),
      record: async (due, outcome) => {
        await recordMove(deps, due, outcome);
        return 'healthy';
      },
      giveBack: (due) =>
        recordMove(deps, due, { ...Progress.parse(due.progress), seconds: 0 }),
    },
    { name: 'moves', concurrency: 1, interval, onUnexpected: deps.onUnexpected },
  );
