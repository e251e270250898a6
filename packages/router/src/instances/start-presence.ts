import type { Orm } from '@namecard/db';
import { type JobWorker, startRecurring, type WorkerOptions } from '../jobs/worker.ts';
import { forgetInstance, noteInstance, type Presence } from './instances.sql.ts';

/** Milliseconds between two signs of life. */
const interval = 10_000;

/** Shows operators which instances run. */
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
        await forgetInstance(orm.em, presence);
      } catch {
        // The database is down. The instance counts as gone half a minute later.
      }
    },
  };
}
