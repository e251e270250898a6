import { type Orm, retry } from '@namecard/db';
import { type JobWorker, startRecurring, type WorkerOptions } from '../jobs/worker.ts';
import { numberChunk } from './numbering.sql.ts';

/** Milliseconds between polls: the longest delay of the feed. */
const interval = 500;

type NumberingOptions = Pick<WorkerOptions, 'onUnexpected'> & {
  orm: Orm;
  onNumbered: () => void;
};

/**
 * All instances may run it. The statement locks the feed only while it runs, so a
 * hanging instance blocks nobody.
 */
export const startNumbering = ({
  orm,
  onNumbered,
  onUnexpected,
}: NumberingOptions): JobWorker =>
  startRecurring(
    async (signal) => {
      while (!signal.aborted && (await retry(() => numberChunk(orm.em))) > 0) {
        onNumbered();
      }
    },
    { name: 'changes', interval, onUnexpected },
  );
