import { isoInstant, Move, readInstant } from '@namecard/db';
import { jobsInSteps, type Step } from '../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../jobs/worker.ts';
import { carryOutDue, type DueDeps } from './due.ts';
import { type LetterDeps, mailLetter } from './mail-letters.ts';
import { moveKind } from './moves.sql.ts';

export type MovesDeps = LetterDeps & DueDeps;

/** Seconds of the lease. The mailer gives up after 10 for each admin. */
const lease = 600;

/** Most seconds until the next look at a wait: its account may be suspended. */
const nextLook = 3_600;

/** Does a move that is due. */
async function lookAtWait(deps: MovesDeps, id: string): Promise<Step | undefined> {
  const em = deps.orm.em.fork();
  const move = await em.findOne(Move, id);
  const now = await readInstant(em);
  if (!move?.dueAt || move.doneAt !== null || move.closedAt !== null) {
    return undefined;
  }
  const left = Date.parse(isoInstant(move.dueAt)) - Date.parse(isoInstant(now));
  if (left > 0) {
    return { progress: null, seconds: Math.min(nextLook, Math.ceil(left / 1_000)) };
  }
  await carryOutDue(deps, move);
  return { progress: null, seconds: nextLook };
}

/** Looks at a wait, or sends a mail. */
function runMove(deps: MovesDeps, job: ClaimedJob): Promise<Step | undefined> {
  const [id = '', letter] = job.key.split(' ');
  return letter === undefined ? lookAtWait(deps, id) : mailLetter(deps, id, job);
}

export const moving = (deps: MovesDeps) =>
  jobsInSteps(deps, { kind: moveKind, lease, run: (due) => runMove(deps, due) });

/** Milliseconds between polls: somebody waits for a code. */
const interval = 3_000;

/** All instances share the work. */
export const startMoves = (
  deps: MovesDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(moving(deps), {
    name: 'moves',
    concurrency: 4,
    interval,
    onUnexpected: deps.onUnexpected,
  });
