import { type Deps, overloaded, type Pool, rateLimited } from '@namecard/router';
import { byWaiting, byWork, type Owners, Share, Shares } from './shares.ts';
import type { Shed } from './shedding.ts';

/*
 * Problem: nobody may block the service for others by many or slow calls.
 *
 * Plan: a fixed number of calls run at once, each in a slot. The others wait.
 * Each call belongs to an account, its network and its allocation (the provider's
 * block of addresses).
 * - A call may run if a slot is free and none of the three exceeds its part.
 * - The allocation with the least work in the last seconds is next. In it, the
 *   network with the least work is next, and in that network the account.
 * - If too many calls wait, the newest call of the largest waiting group is
 *   refused.
 * Calls wait in three lines, so that none can fill up another:
 * - sign-ins, which have a slot of their own;
 * - strangers: calls whose token nobody has used lately;
 * - all other calls.
 *
 * Price: some look-ups in maps for each call. Each turn of the event loop in which
 * calls end and others wait costs a sort of the waiting calls (at most 1,800). Each
 * process has its own shares.
 */

/** Most waiting calls. Strangers have only the limit of their line. */
const mostWaiting = { account: 100, network: 200, line: 600 };

/** Most milliseconds of a wait. */
const longestWait = 10_000;

/** Running calls of one account, or of one IP address without an account. */
const callsOfAccount = 2;

/** Milliseconds that a refusal counts as work: repeated calls lose priority. */
const refusalWork = 100;

type Call = Owners & { pool: Pool };
type Waiter = Call & {
  begin: () => void;
  fail: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** The newest call of the group with the most waiting calls. */
const worstOf = (waiting: Waiter[], newest: Waiter): Waiter =>
  waiting.reduce((worst, one) => (byWaiting(one, worst) < 0 ? worst : one), newest);

export class Admission {
  readonly pools: Record<Pool, Share> = {
    foreground: new Share(),
    sign_in: new Share(),
    search: new Share(),
    document: new Share(),
  };
  readonly #all = new Share();
  readonly #shares = new Shares();
  readonly #lines = {
    sign_in: new Set<Waiter>(),
    stranger: new Set<Waiter>(),
    call: new Set<Waiter>(),
  };
  readonly #slots: number;
  readonly #quarter: number;
  readonly #shed: Shed;
  #isDue = false;

  /** @param slots calls that run at once */
  constructor(slots: number, shed: Shed) {
    this.#slots = slots;
    this.#quarter = Math.max(1, Math.floor(slots / 4));
    this.#shed = shed;
  }

  readonly admit: Deps['admit'] = async (asker, work) => {
    this.#shares.decay(performance.now());
    const call = { ...this.#shares.find(asker), pool: asker.pool };
    if (!this.#startsAtOnce(call)) await this.#turnOf(call);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#end(call, performance.now() - began);
    }
  };

  remember(authorization: string | undefined, account: string): void {
    this.#shares.remember(authorization, account);
  }

  /** If waiting calls are about to start, other calls queue behind them. */
  #startsAtOnce(call: Call): boolean {
    if (this.#isDue || !this.#mayRun(call)) return false;
    this.#count('running', call, 1);
    return true;
  }

  #end(call: Call, taken: number): void {
    for (const share of [call.own, call.network, call.allocation]) share.work += taken;
    this.#count('running', call, -1);
    this.#runSoon();
  }

  #count(what: 'running' | 'waiting', call: Call, by: 1 | -1): void {
    const { own, network, allocation, pool } = call;
    for (const share of [own, network, allocation, this.pools[pool], this.#all]) {
      share[what] += by;
    }
  }

  // Which call may run

  #mayRun({ line, own, network, allocation, pool }: Call): boolean {
    if (!this.#hasSlot(pool)) return false;
    if (line === 'call' && own.running >= callsOfAccount) return false;
    if (network.running >= this.#partOf(network)) return false;
    return this.#shares.allocations.size <= 1 || allocation.running < this.#slots / 2;
  }

  /** The last slot is only for sign-ins. */
  #hasSlot(pool: Pool): boolean {
    if (this.#all.running >= this.#slots) return false;
    if (pool === 'sign_in') return true;
    if (pool === 'search' && this.pools.search.running >= this.#quarter) return false;
    return this.#all.running - this.pools.sign_in.running < this.#slots - 1;
  }

  /** A quarter of the slots while others wait, half while others are active. */
  #partOf(network: Share): number {
    if (this.#all.waiting > network.waiting) return this.#quarter;
    return this.#shares.networks.size > 1 ? this.#slots / 2 : this.#slots;
  }

  // Which call is next

  /**
   * Starts waiting calls once in each turn of the event loop. Starting them one by
   * one costs a tenth more.
   */
  #runSoon(): void {
    if (this.#all.waiting > 0 && !this.#isDue) {
      this.#isDue = true;
      setImmediate(() => this.#runWaiting());
    }
  }

  /** Starts as many as may run, in one pass over the waiting calls by their work. */
  #runWaiting(): void {
    this.#isDue = false;
    const { stranger: strangers, call: calls, sign_in: signIns } = this.#lines;
    const waiting = [...signIns, ...strangers, ...calls].toSorted(byWork);
    const begun = waiting.filter((next) => {
      if (!this.#mayRun(next)) return false;
      this.#leave(next);
      this.#count('running', next, 1);
      next.begin();
      return true;
    });
    // Networks may use more slots when fewer others wait.
    if (begun.length > 0 && this.#hasSlot('foreground')) this.#runSoon();
  }

  // Which call waits, and which is refused

  /** Waits until the call may run. Throws `RATE_LIMITED` or `UNAVAILABLE`. */
  async #turnOf(call: Call): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.#refuse(waiter, 'capacity'), longestWait);
    const waiter: Waiter = { ...call, begin: resolve, fail: reject, timer };
    this.#lines[call.line].add(waiter);
    this.#count('waiting', call, 1);
    this.#makeRoom(waiter);
    return promise;
  }

  #leave(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#lines[waiter.line].delete(waiter);
    this.#count('waiting', waiter, -1);
  }

  /** Refuses one call if the newest call exceeds a limit. */
  #makeRoom(newest: Waiter): void {
    const { line, own, network } = newest;
    const isCounted = line !== 'stranger';
    if (isCounted && own.waiting > mostWaiting.account) {
      this.#refuse(newest, 'share_of_work');
      return;
    }
    const waiting = [...this.#lines[line]];
    const neighbours = waiting.filter((waiter) => waiter.network === network);
    if (isCounted && neighbours.length > mostWaiting.network) {
      this.#refuse(worstOf(neighbours, newest), 'share_of_work');
    } else if (waiting.length > mostWaiting.line) {
      this.#refuse(worstOf(waiting, newest), 'capacity');
    }
  }

  #refuse(waiter: Waiter, limit: 'share_of_work' | 'capacity'): void {
    const seconds = this.#shed(limit);
    const error = limit === 'capacity' ? overloaded(seconds) : rateLimited(seconds);
    waiter.own.work += refusalWork;
    this.#leave(waiter);
    waiter.fail(error);
  }
}
