/**
 * Deletes rows whose time is over.
 *
 * Problem: one large deletion would hold its locks for long.
 *
 * Plan: every hour one instance claims the sweep as a job. It deletes 1,000 rows
 * per statement, and each statement commits by itself. It skips locked rows. If
 * the instance crashes, another one continues after the lease of 15 minutes.
 *
 * Price: a row may stay an hour longer than its time, or longer if it is locked.
 */
import type { Orm } from '@namecard/db';
import { countAccountsSignedIn } from '../access/guesses.sql.ts';
import { onlyJob } from './claimed-jobs.ts';
import { reopenDismissed } from './reopen-dismissed.ts';
import {
  deleteChunk,
  deleteOldChanges,
  deleteReplacedChanges,
  dueRows,
  forgetNetworks,
  forgetOrigins,
  pruneAudit,
  withdrawAppeals,
} from './sweep.sql.ts';
import { type JobWorker, startWorker, type WorkerOptions } from './worker.ts';

type SweepDeps = {
  orm: Orm;
  settings: { sessionDays: number; auditMonths: number };
};

/** Milliseconds between polls. */
const interval = 60_000;

/** Seconds between two sweeps. */
const hour = 3_600;

/** @param doPage looks at the rows after this one, and returns the last it looked at */
function pageByPage(doPage: (after: number) => Promise<number | undefined>) {
  let reached: number | undefined = 0;
  return async () => {
    reached = await doPage(reached ?? 0);
    return reached !== undefined;
  };
}

/**
 * First opens items again that were closed with a suspension which has ended, and closes
 * appeals against it. Each chunk commits by itself. If a step fails, the others are done,
 * and then the sweep fails with the first error. Returns whether all is done.
 */
export async function sweep(
  { orm, settings }: SweepDeps,
  signal?: AbortSignal,
): Promise<boolean> {
  const { auditMonths } = settings;
  /** Each returns whether there may be more. */
  const steps: (() => Promise<boolean>)[] = [
    async () => {
      await reopenDismissed({ em: orm.em.fork() });
      await withdrawAppeals(orm.em);
      return false;
    },
    ...dueRows(settings).map((due) => () => deleteChunk(orm.em, due)),
    () => forgetNetworks(orm.em),
    () => deleteOldChanges(orm.em),
    pageByPage((after) => deleteReplacedChanges(orm.em, after)),
    pageByPage((after) => pruneAudit(orm.em, auditMonths, after)),
    () => forgetOrigins(orm.em),
  ];
  const failures: unknown[] = [];
  for (const doSome of steps) {
    try {
      let isMore = true;
      while (isMore) {
        isMore = signal?.aborted !== true && (await doSome());
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return signal?.aborted !== true;
}

/** Runs hourly in one instance. First counts the accounts that signed in. */
export const startSweeper = (
  deps: SweepDeps & Pick<WorkerOptions, 'onUnexpected'>,
): JobWorker =>
  startWorker(
    onlyJob(deps, 'sweep', async (signal) => {
      await countAccountsSignedIn(deps.orm.em);
      return (await sweep(deps, signal)) ? hour : 0;
    }),
    { name: 'sweep', concurrency: 1, interval, onUnexpected: deps.onUnexpected },
  );
