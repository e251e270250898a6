import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Serving, type Order } from './worker.ts';

/** Milliseconds after which a worker that dies is no sign that none can run. */
const longLife = 10_000;

/** Milliseconds until the next try after so many deaths in a row. */
const backOff = (deaths: number) =>
  deaths === 0 ? 0 : Math.min(10_000, 100 * 2 ** deaths);

type Options = {
  count: number;
  logger: Logger;
  /** Milliseconds after which a worker that was told to end is killed. */
  timeout: number;
};

class Workers {
  readonly #options: Options;
  readonly #serving = new Set<Worker>();
  #starting = 0;
  #deaths = 0;
  #isEnding = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Prints what the first has to say once all serve. It alone makes what all need: the schema, the files of `DATA_DIR`. */
  async start(): Promise<void> {
    const greeting = await this.#startOne();
    await Promise.all(
      Array.from({ length: this.#options.count - 1 }, () => this.#fill()),
    );
    process.stdout.write(`${greeting}\n`);
  }

  /** Replaces all, one at a time: the new one serves before the old one is told to go. */
  async roll(): Promise<void> {
    const { logger } = this.#options;
    const before = [...this.#serving];
    try {
      for (const worker of before) {
        // It died meanwhile, and was replaced.
        if (!this.#serving.has(worker)) continue;
        await this.#startOne();
        await this.#end(worker, 'retire');
      }
      logger.info('all workers are replaced');
    } catch (error) {
      logger.error(
        { err: error },
        'a worker could not be replaced: it stays, and so do the others',
      );
    }
    await this.#fill();
  }

  /** Ends all; fails where one does not end well. */
  async end(): Promise<void> {
    this.#isEnding = true;
    const workers = Object.values(cluster.workers ?? {}).flatMap(
      (worker) => worker ?? [],
    );
    await Promise.all(workers.map((worker) => this.#end(worker, 'stop')));
  }

  /** Starts one after another until there are enough. */
  async #fill(): Promise<void> {
    while (!this.#isEnding && this.#serving.size + this.#starting < this.#options.count) {
      await this.#startOne(backOff(this.#deaths)).catch((error: unknown) => {
        this.#deaths += 1;
        this.#options.logger.error({ err: error }, 'a worker could not be started');
      });
    }
  }

  /** Resolves once it serves, with what it has to say. */
  async #startOne(pause = 0): Promise<string> {
    this.#starting += 1;
    try {
      await sleep(pause);
      return await this.#fork();
    } finally {
      this.#starting -= 1;
    }
  }

  async #fork(): Promise<string> {
    if (this.#isEnding) throw new Error('the service is ending');
    const worker = cluster.fork();
    const startedAt = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    worker.on('message', (message) => {
      const { data } = Serving.safeParse(message);
      if (!data) return;
      this.#serving.add(worker);
      resolve(data.serving);
      if (this.#isEnding) worker.send('stop');
    });
    worker.once('exit', (code, signal) => {
      reject(new Error('it ended before it served'));
      if (!this.#serving.delete(worker)) return;
      this.#options.logger.error(
        { pid: worker.process.pid, code, signal },
        'a worker died',
      );
      this.#deaths = performance.now() - startedAt > longLife ? 0 : this.#deaths + 1;
      void this.#fill();
    });
    // Of one that can't be started, or that has just ended when it is sent something.
    worker.on('error', reject);
    return promise;
  }

  async #end(worker: Worker, order: Order): Promise<void> {
    const isServing = this.#serving.delete(worker);
    if (worker.isDead()) return;
    const exited = once(worker, 'exit');
    if (isServing) worker.send(order);
    // One that does not serve yet takes no orders; one that is on its way out does not mind.
    else worker.process.kill('SIGTERM');
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.timeout);
    const [code] = await exited;
    clearTimeout(timer);
    if (isServing && code !== 0)
      throw new Error(`worker ${worker.process.pid} did not end well`);
  }
}

/** So many processes like this one, which serve; those that die are replaced. */
export const createWorkers = (options: Options) => new Workers(options);
