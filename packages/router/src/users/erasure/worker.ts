import { type JobWorker, startWorker, type WorkerOptions } from '../../jobs/worker.ts';
import {
  claimErasure,
  type ClaimedErasure,
  type ErasureDeps,
  giveBackErasure,
  runErasure,
} from './service.ts';

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
