/** What an outcome means for the jobs after it: a pause begins a trouble, `healthy` ends it, `unclear` leaves it. */
export type Verdict = 'healthy' | 'unclear' | { pauseSeconds: number };

/** Where jobs come from and what is done with them. */
export type Work<Job, Outcome> = {
  /**
   * Takes the job that is due next, for a while, so that no other worker is given it; undefined when none is due. `place`, from 0,
   * says for which of those that run at a time.
   */
  claim(place: number): Promise<Job | undefined>;
  /** Does the job. One that takes long ends early, what is done of it in its outcome, when the signal says so. */
  run(job: Job, signal: AbortSignal): Promise<Outcome>;
  /** Writes down what came of it. */
  record(job: Job, outcome: Outcome): Promise<Verdict>;
  /** Makes a job due again that was claimed and never begun. */
  giveBack(job: Job): Promise<void>;
};

export type WorkerOptions = {
  /** Where a failure is said to have happened. */
  name: string;
  /** Jobs at a time. */
  concurrency: number;
  /** Milliseconds after which work is looked for unasked. */
  interval: number;
  /** Called with every failure: one that lasts is met again at each try. */
  onUnexpected: (error: unknown, where: string) => void;
};

export type JobWorker = {
  /** Looks for work at once. */
  wake(): void;
  /** Whether jobs wait for one that shows that they can be done again. */
  isTroubled(): boolean;
  /** Seconds since it last did a job, or looked for one in vain, and nothing failed. */
  secondsSinceSuccess(): number;
  /** Ends after the jobs under way. */
  stop(): Promise<void>;
};

/** Seconds before a job that failed so many times is tried again: 1, 2, 4 … and `most` from then on. */
export const backOff = (attempts: number, most: number) =>
  Math.min(2 ** (attempts - 1), most);

/** A place to wait in, for so many at a time: a wait ends when it is woken, or by itself after a while. */
function createIdle(most: number) {
  const waiting = new Set<() => void>();
  let missed = 0;
  let ended = false;
  return {
    /** Ends at once where somebody was woken while none waited: as many waits as were woken. */
    wait: async (milliseconds: number) => {
      if (missed > 0 || ended) {
        missed = Math.max(0, missed - 1);
        return;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, milliseconds).unref();
      waiting.add(resolve);
      await promise;
      clearTimeout(timer);
      waiting.delete(resolve);
    },
    /** Ends one wait, or the next one to begin. */
    wakeOne: () => {
      const [first] = waiting;
      if (first) {
        waiting.delete(first);
        first();
      } else {
        missed = Math.min(missed + 1, most);
      }
    },
    /** Ends all waits, and those to come. */
    end: () => {
      ended = true;
      for (const resolve of waiting) {
        resolve();
      }
    },
  };
}

/** Whether work can be done at present, as its outcomes say. */
function createHealth() {
  let isTroubled = false;
  let pausedUntil = 0;
  return {
    isTroubled: () => isTroubled,
    /** Milliseconds that the pause still lasts. */
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

/**
 * Does jobs until it is stopped. Any number of workers, in any number of processes, share the work. Those that run at a time go
 * by themselves, so that one that takes long holds no other up.
 */
export function startWorker<Job, Outcome>(
  work: Work<Job, Outcome>,
  options: WorkerOptions,
): JobWorker {
  const { name, concurrency, interval, onUnexpected } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const idle = createIdle(concurrency);
  const paused = createIdle(concurrency);
  const health = createHealth();
  let succeededAt = performance.now();

  /** Does the next job; false when there is none. */
  const doNext = async (place: number): Promise<boolean> => {
    const job = await work.claim(place);
    if (job === undefined) {
      return false;
    }
    if (signal.aborted) {
      await work.giveBack(job);
    } else {
      health.note(await work.record(job, await work.run(job, signal)));
    }
    return true;
  };

  const attempt = async (place: number): Promise<boolean> => {
    try {
      const isDone = await doNext(place);
      succeededAt = performance.now();
      return isDone;
    } catch (error) {
      onUnexpected(error, name);
      return false;
    }
  };

  /** However often it is woken, a loop looks in vain for a tenth of its time at most: a look among many that wait is dear. */
  const rest = async (milliseconds: number): Promise<void> => {
    await paused.wait(Math.min(milliseconds * 9, interval));
    await idle.wait(interval);
  };

  /** After a pause one job is the probe, the first loop's; the others follow when it has succeeded. */
  const loop = async (_: unknown, place: number): Promise<void> => {
    while (!signal.aborted) {
      const began = performance.now();
      const pause = health.pauseLeft();
      if (pause > 0 || (health.isTroubled() && place > 0)) {
        await paused.wait(Math.max(pause, interval));
      } else if (!(await attempt(place))) {
        await rest(performance.now() - began);
      }
    }
  };

  const running = Promise.all(Array.from({ length: concurrency }, loop));
  return {
    wake: () => idle.wakeOne(),
    isTroubled: () => health.isTroubled(),
    secondsSinceSuccess: () => (performance.now() - succeededAt) / 1_000,
    stop: async () => {
      stopping.abort();
      idle.end();
      paused.end();
      await running;
    },
  };
}

/** Does one thing at once, and again an interval after it was done or has failed. */
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
