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

/** Why a place looks for work: somebody said that there is some, or it looks unasked. */
type Reason = 'asked' | 'unasked';

/**
 * The places that have nothing to do. The lowest is woken first. One of them, the lowest, looks unasked after so many
 * milliseconds: a look of each would cost the database as many times as much.
 */
function createIdle(interval: number, most: number) {
  const waiting = new Map<number, (reason: Reason) => void>();
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  let ended = false;
  /** False where none waits. */
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
    /** One wait ends at once for each ask that found nobody waiting, up to the number of places. */
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
    /** Ends one wait, or the next one to begin. */
    ask: () => {
      if (!wake('asked')) {
        missed = Math.min(missed + 1, most);
      }
    },
    /** Has one more place look, if one waits. It is not kept for later. */
    lookOn: () => void wake('unasked'),
    /** Ends all waits, and those to come. */
    end: () => {
      ended = true;
      while (wake('asked'));
    },
  };
}

/** Pauses that end by themselves, or all together at the end. */
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
  const idle = createIdle(interval, concurrency);
  const pauses = createPauses();
  const health = createHealth();
  let succeededAt = performance.now();

  /** Does the next job; false when there is none. Where one is found unasked there may be more: another place looks too. */
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

  /** However often it is woken, a loop looks in vain for a tenth of its time at most: a look among many that wait is dear. */
  const rest = async (place: number, milliseconds: number): Promise<Reason> => {
    await pauses.wait(Math.min(milliseconds * 9, interval));
    return idle.wait(place);
  };

  /** After a pause one job is the probe, the first loop's; the others follow when it has succeeded. */
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
    isTroubled: () => health.isTroubled(),
    secondsSinceSuccess: () => (performance.now() - succeededAt) / 1_000,
    stop: async () => {
      stopping.abort();
      idle.end();
      pauses.end();
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
