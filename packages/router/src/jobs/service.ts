import type { Orm } from '@namecard/db';
import { deleteChunk, dueRows } from './queries.ts';
import { type JobWorker, startRecurring } from './worker.ts';

export type SweepDeps = { orm: Orm; settings: { sessionDays: number } };

const hour = 3_600_000;

/**
 * Deletes what is kept no longer, in chunks that commit by themselves, until all is done or the signal says so. Does nothing
 * while another instance does it.
 */
export async function sweep({ orm, settings }: SweepDeps, signal?: AbortSignal): Promise<void> {
  for (const due of dueRows(settings)) {
    while (signal?.aborted !== true && (await deleteChunk(orm.em, due))) {
      // Until less than a chunk was left.
    }
  }
}

/** Sweeps at once and then every hour, until it is stopped. */
export const startSweeper = (
  deps: SweepDeps & { onUnexpected(error: unknown, where: string): void },
): JobWorker =>
  startRecurring((signal) => sweep(deps, signal), {
    name: 'retention',
    interval: hour,
    onUnexpected: deps.onUnexpected,
  });
