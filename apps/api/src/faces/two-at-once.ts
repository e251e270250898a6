/** Calls of a batch that run at once: as many as one client may run. */
const callsAtOnce = 2;

/**
 * Runs the calls of a batch in order, two at once. All at once would wait for each
 * other in the account's share, and the last ones would be refused.
 */
export class TwoAtOnce {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #hasEnded = false;

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#hasEnded || this.#running === callsAtOnce) {
      await new Promise<void>((begin) => this.#waiting.push(begin));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** The client has gone: calls that wait never begin, and nothing awaits them. */
  end(): void {
    this.#hasEnded = true;
  }

  #leave(): void {
    const next = this.#hasEnded ? undefined : this.#waiting.shift();
    if (next) {
      next();
    } else {
      this.#running -= 1;
    }
  }
}
