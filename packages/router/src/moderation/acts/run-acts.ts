import type { Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { changeClaimed } from '../../jobs/change-claimed.ts';
import { claimDue, type ClaimedJob } from '../../jobs/jobs.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import { doPiece } from './do-piece.ts';
import { actKind } from './start.ts';

/** Seconds of a lease. If an instance ends, another goes on after them. */
const lease = 15;

/** Milliseconds between polls. An instance that begins an act wakes its own worker. */
const interval = 10_000;

type ActDeps = Omit<Deps, 'em'> & { orm: Orm };

const release = (deps: { orm: Orm }, claimed: ClaimedJob, goesOn: boolean) =>
  changeClaimed(deps, claimed, 0, (job, at, em) => {
    if (goesOn) job.release(at, {});
    else em.remove(job);
  });

/** All instances share the work, piece by piece. */
export const startActs = (
  { orm, ...deps }: ActDeps,
  { onUnexpected }: Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker<ClaimedJob, boolean>(
    {
      claim: () => claimDue(orm.em, actKind, lease),
      run: ({ key }) => doPiece({ ...deps, em: orm.em }, key),
      record: async (claimed, goesOn) => {
        await release({ orm }, claimed, goesOn);
        return 'healthy';
      },
      giveBack: async (claimed) => {
        await release({ orm }, claimed, true);
      },
    },
    { name: 'large_acts', concurrency: 1, interval, onUnexpected },
  );
