import { type Orm, retry } from '@namecard/db';
import { type JobWorker, startRecurring, type WorkerOptions } from '../jobs/worker.ts';
import { numberChunk } from './numbering.sql.ts';

/** Milliseconds between two looks for changes without a number: what a follower of the feed waits for, at most. */
const interval = 500;

type NumberingOptions = Pick<WorkerOptions, 'onUnexpected'> & {
  orm: Orm;
  /** Called when changes were numbered. */
  onNumbered: () => void;
};

/**
 * Numbers changes until it is stopped. Any number of instances may: the statement that does it locks the feed for as long as it
 * lasts, so none holds it on when it is killed or stands still.
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
