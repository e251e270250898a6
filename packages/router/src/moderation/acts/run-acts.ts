import type { Orm } from '@namecard/db';
import type { Deps } from '../../context.ts';
import { jobsInSteps } from '../../jobs/claimed-jobs.ts';
import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import { doPiece } from './do-piece.ts';
import { actKind } from './start.ts';

/** Seconds of a lease. If an instance ends, another goes on after them. */
const lease = 15;

/** Milliseconds between polls. An instance that begins an act wakes its own worker. */
const interval = 10_000;

type ActDeps = Omit<Deps, 'em'> & { orm: Orm };

/** All instances share the work, piece by piece. */
export const startActs = (
  { orm, ...deps }: ActDeps,
  { onUnexpected }: Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(
    jobsInSteps(
      { orm },
      {
        kind: actKind,
        lease,
        run: async ({ key, progress }) => {
          const goesOn = await doPiece({ ...deps, em: orm.em }, key);
          return goesOn ? { progress, seconds: 0 } : undefined;
        },
      },
    ),
    { name: 'large_acts', concurrency: 1, interval, onUnexpected },
  );
