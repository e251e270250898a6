import { isoInstant, Move, readInstant } from '@namecard/db';
import { changeClaimed } from '../jobs/change-claimed.ts';
import { claimDue, type ClaimedJob } from '../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../jobs/worker.ts';
import { carryOutDue, type DueDeps, isDue } from './due.ts';
import { type LetterDeps, mailLetter, type Step } from './mail-letters.ts';
import { moveKind } from './moves.sql.ts';

export type MovesDeps = LetterDeps & DueDeps;

/** Seconds of the lease. The mailer gives up after 10 for each admin. */
const lease = 600;

/** Most seconds until the next look at a wait: its account may be suspended. */
const nextLook = 3_600;

type Outcome = Step | undefined;

export const claimMove = ({ orm }: Pick<MovesDeps, 'orm'>) =>
  claimDue(orm.em, moveKind, lease);

/** Does a move that is due. */
async function lookAtWait(deps: MovesDeps, id: string): Promise<Outcome> {
  const em = deps.orm.em.fork();
  const move = await em.findOne(Move, id);
  const now = await readInstant(em);
  if (!move?.isWaiting() || move.dueAt === null) {
    return undefined;
  }
  if (isDue(move, now)) {
    await carryOutDue(deps, move);
  }
  const left = Date.parse(isoInstant(move.dueAt)) - Date.parse(isoInstant(now));
  const seconds = left > 0 ? Math.ceil(left / 1_000) : nextLook;
  return { progress: null, seconds: Math.min(nextLook, seconds) };
}

/** Looks at a wait, or sends a mail. */
export function runMove(
  deps: MovesDeps,
  { key, progress }: ClaimedJob,
): Promise<Outcome> {
  const [id = '', letter] = key.split(' ');
  return letter === undefined
    ? lookAtWait(deps, id)
    : mailLetter(deps, { id, key }, progress);
}

export const recordMove = (
  deps: Pick<MovesDeps, 'orm'>,
  claimed: ClaimedJob,
  outcome: Outcome,
): Promise<void> =>
  changeClaimed(deps, claimed, outcome?.seconds ?? 0, (job, later, em) => {
    if (outcome) job.release(later, outcome.progress);
    else em.remove(job);
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
      giveBack: (due) => recordMove(deps, due, { progress: due.progress, seconds: 0 }),
    },
    { name: 'moves', concurrency: 1, interval, onUnexpected: deps.onUnexpected },
  );
