import type { Orm } from '@namecard/db';
import { type JobWorker, startRecurring, type WorkerOptions } from '../jobs/worker.ts';
import { forgetInstance, noteInstance, type Presence } from './instances.sql.ts';

/** Milliseconds between two times that an instance says it is there. */
const interval = 10_000;

/** Says that the instance is there until it is stopped, for operators who ask what runs, and with which keys. */
export function startPresence(
  { orm, onUnexpected }: { orm: Orm } & Pick<WorkerOptions, 'onUnexpected'>,
  presence: Presence,
): Pick<JobWorker, 'stop' | 'secondsSinceSuccess'> {
  const worker = startRecurring(() => noteInstance(orm.em, presence), {
    name: 'instances',
    interval,
    onUnexpected,
  });
  return {
    secondsSinceSuccess: () => worker.secondsSinceSuccess(),
    stop: async () => {
      await worker.stop();
      try {
        await forgetInstance(orm.em, presence.id);
      } catch {
        // Without the database it can't. Half a minute later nobody counts it any more.
      }
    },
  };
}
