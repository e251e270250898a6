import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  backOff,
  type JobWorker,
  startRecurring,
  startWorker,
  type Verdict,
} from './worker.ts';

type Job = { id: number; run: () => Promise<Verdict> };

let queue: Job[];
let done: number[];
let givenBack: number[];
let reported: string[];
let started: JobWorker[];

const options = {
  name: 'test',
  concurrency: 2,
  interval: 60_000,
  onUnexpected: (error: unknown, where: string) =>
    reported.push(`${where}: ${String(error)}`),
};

function start(
  claim = async () => queue.shift(),
  interval = options.interval,
): JobWorker {
  const worker = startWorker<Job, Verdict>(
    {
      claim,
      run: (job) => job.run(),
      record: async ({ id }, verdict) => {
        done.push(id);
        return verdict;
      },
      giveBack: async ({ id }) => {
        givenBack.push(id);
      },
    },
    { ...options, interval },
  );
  started.push(worker);
  return worker;
}

const job = (id: number, run: Job['run'] = async () => 'healthy'): Job => ({ id, run });
const until = async (condition: () => boolean) => {
  await expect.poll(condition, { interval: 1 }).toBe(true);
};

beforeEach(() => {
  [queue, done, givenBack, reported, started] = [[], [], [], [], []];
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(started.map(async (worker) => worker.stop()));
});

describe('a worker', () => {
  it('does all jobs that are due, and looks again when it is woken', async () => {
    queue = [job(1), job(2), job(3)];
    const worker = start();
    await until(() => done.length === 3);
    queue = [job(4)];
    worker.wake();
    await until(() => done.includes(4));
    expect(new Set(done)).toEqual(new Set([1, 2, 3, 4]));
  });

  it('rests after a slow poll without a job, even if it is woken, and polls after the rest', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let looks = 0;
    const worker = start(async () => {
      looks += 1;
      vi.advanceTimersByTime(20);
      return undefined;
    });
    for (let wakes = 0; wakes < 100; wakes += 1) {
      worker.wake();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(looks).toBe(options.concurrency);
    await vi.advanceTimersByTimeAsync(200);
    expect(looks).toBeGreaterThan(options.concurrency);
  });

  it('remembers as many wakes as it has loops while all are busy', async () => {
    const looks: PromiseWithResolvers<undefined>[] = [];
    const worker = start(async () => {
      const look = Promise.withResolvers<undefined>();
      looks.push(look);
      return look.promise;
    });
    await until(() => looks.length === 2);
    for (let wakes = 0; wakes < 10; wakes += 1) worker.wake();
    for (const look of looks.slice(0, 2)) look.resolve(undefined);
    await expect.poll(() => looks.length).toBe(4);
    for (const look of looks.slice(2)) look.resolve(undefined);
  });

  it('does other jobs beside a long one', async () => {
    const long = Promise.withResolvers<Verdict>();
    queue = [job(1, () => long.promise), job(2), job(3)];
    start();
    await until(() => done.length === 2);
    expect(done).toEqual([2, 3]);
    long.resolve('healthy');
    await until(() => done.includes(1));
  });

  it('reports every failure, and the time since the last success', async () => {
    let isDown = true;
    const worker = start(async () => {
      if (isDown) throw new Error('down');
      return queue.shift();
    }, 1);
    await until(() => reported.length > 2);
    expect(new Set(reported)).toEqual(new Set(['test: Error: down']));
    const failing = worker.secondsSinceSuccess();
    expect(failing).toBeGreaterThan(0);
    isDown = false;
    await until(() => worker.secondsSinceSuccess() < failing);
  });

  it('does nothing in a pause, and then one job at a time until one succeeds', async () => {
    let verdict: Verdict = { pauseSeconds: 0.05 };
    let running = 0;
    let most = 0;
    const probe = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      return verdict;
    };
    let paused = Number.POSITIVE_INFINITY;
    const probePausing = async () => {
      const pausing = await probe();
      paused = performance.now();
      return pausing;
    };
    queue = [job(1, probePausing)];
    start(undefined, 1);
    await until(() => done.length === 1);
    verdict = 'unclear';
    queue = [job(2, probe), job(3, probe), job(4, probe)];
    await until(() => done.length === 4);
    expect(performance.now() - paused).toBeGreaterThan(40);
    expect(most).toBe(1);
    verdict = 'healthy';
    queue = [job(5, probe)];
    await until(() => done.length === 5);
    const both = Promise.withResolvers<Verdict>();
    const meet = async () => {
      running += 1;
      if (running === options.concurrency) both.resolve('healthy');
      return both.promise;
    };
    queue = [job(6, meet), job(7, meet)];
    await until(() => done.length === 7);
  });
});

describe('stopping a worker', () => {
  it('waits for the job under way, and records it', async () => {
    const long = Promise.withResolvers<Verdict>();
    let isRunning = false;
    queue = [
      job(1, () => {
        isRunning = true;
        return long.promise;
      }),
    ];
    const worker = start();
    await until(() => isRunning);
    const stopping = worker.stop().then(() => done.push(0));
    await nextTurn();
    long.resolve('healthy');
    await stopping;
    expect(done).toEqual([1, 0]);
  });

  it('releases a claimed job that has not started', async () => {
    const claimed = Promise.withResolvers<Job | undefined>();
    const worker = start(() => claimed.promise);
    const stopping = worker.stop();
    claimed.resolve(job(1));
    await stopping;
    expect(givenBack).toEqual([1, 1]);
    expect(done).toEqual([]);
  });
});

describe('recurring work', () => {
  it('runs at once and again after the interval, also after a failure', async () => {
    let runs = 0;
    const worker = startRecurring(
      async () => {
        runs += 1;
        if (runs === 2) throw new Error('the second time');
      },
      { ...options, interval: 1 },
    );
    await until(() => runs > 3);
    await worker.stop();
    expect(reported).toEqual(['test: Error: the second time']);
  });
});

describe('the back-off', () => {
  it('doubles from one second to the maximum', () => {
    expect([1, 2, 3, 4, 5].map((attempts) => backOff(attempts, 5))).toEqual([
      1, 2, 4, 5, 5,
    ]);
  });
});
