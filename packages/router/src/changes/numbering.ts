import { type Orm, retry } from '@namecard/db';
import { type JobWorker, startRecurring, type WorkerOptions } from '../jobs/worker.ts';
import { numberChunk } from './numbering.sql.ts';

/** Milliseconds between two looks for changes without a number. */
const interval = 250;

type NumberingOptions = { orm: Orm } & Pick<WorkerOptions, 'onUnexpected'>;

/**
 * Numbers changes until it is stopped. Any number of instances may: the statement that does it locks the feed for as long as it
 * lasts, so none holds it on when it is killed or stands still.
 */
export const startNumbering = ({ orm, onUnexpected }: NumberingOptions): JobWorker =>
  startRecurring(
    async (signal) => {
      let isMore = true;
      while (isMore) {
        isMore = !signal.aborted && (await retry(() => numberChunk(orm.em)));
      }
    },
    { name: 'changes', interval, onUnexpected },
  );
