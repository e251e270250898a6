import { foldCounts } from '@namecard/db';
import { interval, type SweepDeps } from './sweep.ts';
import { type JobWorker, startRecurring, type WorkerOptions } from './worker.ts';

/** Merges old counts, so that sums read few rows. Instances may fold at once. */
export const startFolding = ({
  orm,
  onUnexpected,
}: Pick<SweepDeps, 'orm'> & Pick<WorkerOptions, 'onUnexpected'>): JobWorker =>
  startRecurring((signal) => foldCounts(orm, signal), {
    name: 'counts',
    interval,
    onUnexpected,
  });
