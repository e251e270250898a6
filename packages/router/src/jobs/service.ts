import type { Orm } from '@namecard/db';
import { deleteChunk, dueRows } from './queries.ts';
import { type JobWorker, startRecurring, type WorkerOptions } from './worker.ts';

export type SweepDeps = { orm: Orm; settings: { sessionDays: number } };

const hour = 3_600_000;

/**
 * Deletes what is kept no longer, in chunks that commit by themselves, until all is done or the signal says so. Does nothing
 * while another instance does it.
 */
export async function sweep({ orm, settings }: SweepDeps, signal?: AbortSignal): Promise<void> {
  for (const due of dueRows(settings)) {
    let isMore = true;
    while (isMore) {
      isMore = (await deleteChunk(orm.em, due)) && signal?.aborted !== true;
    }
  }
}

/** Sweeps at once and then every hour, until it is stopped. */
export const startSweeper = (deps: SweepDeps & Pick<WorkerOptions, 'onUnexpected'>): JobWorker =>
  startRecurring((signal) => sweep(deps, signal), {
    name: 'retention',
    interval: hour,
    onUnexpected: deps.onUnexpected,
  });
