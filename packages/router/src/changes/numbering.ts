/**
 * Numbers the changes of users and profiles for the feed.
 *
 * Problem: a follower must get each change once. Positions are given before the
 * commit, so a late commit could appear behind a follower's cursor.
 *
 * Plan: triggers write pending changes. Every half second a statement moves them
 * to the feed with the next numbers. It sees only committed changes. It locks the
 * feed's row, so numbers rise without gaps (`number_changes.sql`).
 *
 * Price: a change reaches the feed up to half a second late, and is written twice.
 */
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
 * All instances may run it. The statement locks the feed only while it runs, so an
 * instance that hangs blocks nobody.
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
