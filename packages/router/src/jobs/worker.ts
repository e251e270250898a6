/*
 * Runs jobs in the background, several at a time.
 *
 * Problem: new jobs must start at once, but other instances can't wake this one.
 * Polls are slow when many jobs wait. If a provider is down, trying every job is
 * useless.
 *
 * Plan: a worker has `concurrency` places, each with its own loop. `wake` starts
 * one idle place. Only one idle place polls, every `interval`; if it finds a job,
 * it starts another. After a verdict with a pause, the first place alone tries
 * one job. If that succeeds, the other places follow.
 *
 * Price: jobs of other instances may wait for one `interval`, or two if polls are
 * slow.
 */
/**
 * After a pause the worker is troubled until a job is `healthy`. `unclear` changes
 * nothing.
 */
export type Verdict = 'healthy' | 'unclear' | { pauseSeconds: number };

export type Work<Job, Outcome> = {
  /** Claims the next due job. `place` is the number of the loop, from 0. */
  claim: (place: number) => Promise<Job | undefined>;
  /** A long job ends early at the signal. Its outcome says how far it came. */
  run: (job: Job, signal: AbortSignal) => Promise<Outcome>;
  record: (job: Job, outcome: Outcome) => Promise<Verdict>;
  /** Makes a claimed job due again if it was not started. */
  giveBack: (job: Job) => Promise<void>;
};

export type WorkerOptions = {
  /** The name in reports of failures. */
  name: string;
  /** How many jobs run at a time. */
  concurrency: number;
  /** Milliseconds between polls. */
  interval: number;
  /** Called with every failure. A lasting failure is reported at each try. */
  onUnexpected: (error: unknown, where: string) => void;
};

export type JobWorker = {
  /** Looks for work at once, or as soon as a place is idle. */
  wake(): void;
  /** Seconds since it last did a job or found none, without a failure. */
  secondsSinceSuccess(): number;
  /** Waits for the running jobs, then ends. */
  stop(): Promise<void>;
};

/** Seconds before the next try: 1, 2, 4 … up to `most`. */
export const backOff = (attempts: number, most: number) =>
  Math.min(2 ** (attempts - 1), most);

/**
 * Seconds before the next try of a mail: half as long as it has waited, so that one which
 * never leaves is tried less and less often.
 */
export const pauseAfter = (waited: number, least: number, most = Infinity) =>
  Math.min(most, Math.max(least, waited / 2));

/** Why a place looks for work: `wake` was called, or it polls. */
type Reason = 'asked' | 'unasked';

/** Only the lowest idle place polls, which keeps the load on the database low. */
function createIdle(interval: number, most: number) {
  const waiting = new Map<number, (reason: Reason) => void>();
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  let ended = false;
  /** Returns false if no place is idle. */
  const wake = (reason: Reason): boolean => {
    const lowest = Math.min(...waiting.keys());
    const resolve = waiting.get(lowest);
    waiting.delete(lowest);
    if (waiting.size === 0) {
      clearTimeout(timer);
      timer = undefined;
    }
    resolve?.(reason);
    return resolve !== undefined;
  };
  return {
    /** Ends at once if an earlier `ask` found no idle place. */
    wait: async (place: number): Promise<Reason> => {
      if (missed > 0 || ended) {
        missed = Math.max(0, missed - 1);
        return 'asked';
      }
      timer ??= setTimeout(() => {
        timer = undefined;
        wake('unasked');
      }, interval).unref();
      const { promise, resolve } = Promise.withResolvers<Reason>();
      waiting.set(place, resolve);
      return promise;
    },
    /** Wakes one idle place, or the next one to become idle. */
    ask: () => {
      if (!wake('asked')) {
        missed = Math.min(missed + 1, most);
      }
    },
    /** Lets one more idle place poll. Does nothing if no place is idle. */
    lookOn: () => void wake('unasked'),
    /** Ends all waits, also future ones. */
    end: () => {
      ended = true;
      while (wake('asked'));
    },
  };
}

/** Pauses that end by themselves, or all together when the worker stops. */
function createPauses() {
  const ending = new AbortController();
  return {
    wait: async (milliseconds: number) => {
      if (ending.signal.aborted) {
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const end = () => resolve();
      const timer = setTimeout(end, milliseconds).unref();
      ending.signal.addEventListener('abort', end);
      await promise;
      clearTimeout(timer);
      ending.signal.removeEventListener('abort', end);
    },
    end: () => ending.abort(),
  };
}

function createHealth() {
  let isTroubled = false;
  let pausedUntil = 0;
  return {
    /** Whether all places but the first wait until one job succeeds. */
    isTroubled: () => isTroubled,
    /** Milliseconds until the pause ends. */
    pauseLeft: () => Math.max(0, pausedUntil - performance.now()),
    note: (verdict: Verdict) => {
      if (typeof verdict === 'object') {
        isTroubled = true;
        pausedUntil = Math.max(
          pausedUntil,
          performance.now() + verdict.pauseSeconds * 1_000,
        );
      } else if (verdict === 'healthy') {
        isTroubled = false;
      }
    },
  };
}

/** Several processes may run the same work: `claim` gives each job to one. */
export function startWorker<Job, Outcome>(
  work: Work<Job, Outcome>,
  options: WorkerOptions,
): JobWorker {
  const { name, concurrency, interval, onUnexpected } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const idle = createIdle(interval, concurrency);
  const pauses = createPauses();
  const health = createHealth();
  let succeededAt = performance.now();

  /** If a poll found a job, there may be more, so another place looks too. */
  const doNext = async (place: number, reason: Reason): Promise<boolean> => {
    const job = await work.claim(place);
    if (job === undefined) {
      return false;
    }
    if (reason === 'unasked') {
      idle.lookOn();
    }
    if (signal.aborted) {
      await work.giveBack(job);
    } else {
      health.note(await work.record(job, await work.run(job, signal)));
    }
    return true;
  };

  const attempt = async (place: number, reason: Reason): Promise<boolean> => {
    try {
      const isDone = await doNext(place, reason);
      succeededAt = performance.now();
      return isDone;
    } catch (error) {
      onUnexpected(error, name);
      return false;
    }
  };

  /**
   * After a failure or a poll without a job, rests nine times as long as it took,
   * but at most an `interval`. Then waits for a reason to look again.
   */
  const rest = async (place: number, milliseconds: number): Promise<Reason> => {
    await pauses.wait(Math.min(milliseconds * 9, interval));
    return idle.wait(place);
  };

  /** After a pause the first loop tries one job. If it succeeds, all go on. */
  const loop = async (_: unknown, place: number): Promise<void> => {
    let reason: Reason = 'asked';
    while (!signal.aborted) {
      const began = performance.now();
      const pause = health.pauseLeft();
      if (pause > 0 || (health.isTroubled() && place > 0)) {
        await pauses.wait(Math.max(pause, interval));
      } else if (!(await attempt(place, reason))) {
        reason = await rest(place, performance.now() - began);
      }
    }
  };

  const running = Promise.all(Array.from({ length: concurrency }, loop));
  return {
    wake: () => idle.ask(),
    secondsSinceSuccess: () => (performance.now() - succeededAt) / 1_000,
    stop: async () => {
      stopping.abort();
      idle.end();
      pauses.end();
      await running;
    },
  };
}

/** Of several workers, the one whose last success is longest ago tells. */
export const longestWithoutSuccess = (
  ...workers: readonly Pick<JobWorker, 'secondsSinceSuccess'>[]
): number => Math.max(...workers.map((worker) => worker.secondsSinceSuccess()));

/** Runs something now and after each interval. A slow failure waits up to two. */
export function startRecurring(
  run: (signal: AbortSignal) => Promise<unknown>,
  options: Omit<WorkerOptions, 'concurrency'>,
): JobWorker {
  let isDue = true;
  const work: Work<true, unknown> = {
    claim: async () => {
      const wasDue = isDue;
      isDue = true;
      return wasDue || undefined;
    },
    run: (_, signal) => run(signal),
    record: async () => {
      isDue = false;
      return 'healthy';
    },
    giveBack: async () => {},
  };
  return startWorker(work, { ...options, concurrency: 1 });
}
