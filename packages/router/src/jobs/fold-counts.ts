import { foldCounts } from '@namecard/db';
import { interval, type SweepDeps } from './sweep.ts';
import { type JobWorker, startRecurring, type WorkerOptions } from './worker.ts';

/** Folds the counts of profiles every minute, so that a list has few to sum up. Several instances may do so at once. */
export const startFolding = ({
  orm,
  onUnexpected,
}: Pick<SweepDeps, 'orm'> & Pick<WorkerOptions, 'onUnexpected'>): JobWorker =>
  startRecurring((signal) => foldCounts(orm, signal), {
    name: 'counts',
    interval,
    onUnexpected,
  });
