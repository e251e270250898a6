import { type Deps, overloaded, type Pool, rateLimited } from '@namecard/router';
import { inTurns } from '../http/in-turns.ts';
import type { Charged } from '../http/unsent.ts';
import { type Owners, Share, Shares } from './shares.ts';
import type { Shed } from './shedding.ts';

/*
 * Problem: nobody may block the service for others by many, slow or large calls.
 *
 * Plan: a fixed number of calls run at once, each in a slot. The others wait.
 * Each call belongs to an account, its network and its allocation (the provider's
 * block of addresses).
 * - A call may run if a slot is free and none of the three exceeds its part.
 * - The allocation with the least work in the last seconds is next. In it, the
 *   network with the least work is next, and in that network the account.
 * - If too many calls wait, the newest call of the largest waiting group is
 *   refused.
 * - Writing a large answer blocks everybody. So its account pays by waiting: the
 *   larger the answer, the later its next call begins.
 * Calls wait in three lines, so that none can fill up another:
 * - sign-ins, which have a slot of their own;
 * - look-ups: calls whose account is not known yet;
 * - all other calls.
 *
 * Price: some look-ups in maps for each call. Each waiting call that begins costs
 * a pass over all waiting calls (at most 1,800). Each process has its own shares.
 */

/** Most waiting calls. Look-ups have only the limit of their line. */
const mostWaiting = { account: 100, network: 200, line: 600 };

/** Most milliseconds of a wait. A call may wait for its look-up, then to run. */
const longestWait = 10_000;

/** Running calls of one account, or of one IP address without an account. */
const callsOfAccount = 2;

/** Most running calls with probably large answers, while others are active. */
const largeAtOnce = 2;

/** Milliseconds that a refusal counts as work: repeated calls lose priority. */
const refusalWork = 100;

type Call = Owners & { pool: Pool; procedure: string | undefined };
type Waiter = Call & {
  begin: () => void;
  fail: (error: Error) => void;
  timer: NodeJS.Timeout;
};

/** Negative if the first is served before the second. */
const byWork = (one: Owners, other: Owners): number =>
  one.allocation.work - other.allocation.work ||
  one.network.work - other.network.work ||
  one.own.work - other.own.work;

/** Negative if the first has fewer waiting calls. */
const byWaiting = (one: Owners, other: Owners): number =>
  one.allocation.waiting - other.allocation.waiting ||
  one.network.waiting - other.network.waiting ||
  one.own.waiting - other.own.waiting ||
  one.own.work - other.own.work;

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
    look_up: new Set<Waiter>(),
    call: new Set<Waiter>(),
  };
  readonly #soon = inTurns();
  readonly #slots: number;
  readonly #quarter: number;
  readonly #shed: Shed;
  #largeRunning = 0;
  #isDue = false;

  /** @param slots calls that run at once */
  constructor(slots: number, shed: Shed) {
    this.#slots = slots;
    this.#quarter = Math.max(1, Math.floor(slots / 4));
    this.#shed = shed;
  }

  readonly admit: Deps['admit'] = async (asker, work) => {
    const { actor, pool, procedure } = asker;
    const arrived = performance.now();
    this.#shares.decay(arrived);
    const call = { ...this.#shares.find(asker), pool, procedure };
    // After its look-up a call keeps its slot. If waiting calls are about to start,
    // new calls queue behind them.
    const isNext = actor !== undefined || !this.#isDue;
    if (isNext && this.#mayRun(call, arrived)) {
      this.#count('running', call, 1);
    } else {
      await this.#turnOf(call);
    }
    const began = performance.now();
    const isLarge = call.network.expectsLarge(procedure, began);
    this.#largeRunning += Number(isLarge);
    try {
      return await work();
    } finally {
      const taken = performance.now() - began;
      for (const share of [call.own, call.network, call.allocation]) share.work += taken;
      this.#count('running', call, -1);
      this.#largeRunning -= Number(isLarge);
      this.#runSoon();
    }
  };

  /** Makes an account wait until it has paid for a large answer. */
  charge(charged: Charged, bytes: number): void {
    const now = performance.now();
    const paidAt = this.#shares.charge(charged, bytes, now);
    // A timer may fire a millisecond early.
    setTimeout(() => this.#runWaiting(), paidAt - now + 2).unref();
  }

  remember(authorization: string | undefined, account: string): void {
    this.#shares.remember(authorization, account);
  }

  #count(what: 'running' | 'waiting', call: Call, by: 1 | -1): void {
    const { own, network, allocation, pool } = call;
    for (const share of [own, network, allocation, this.pools[pool], this.#all]) {
      share[what] += by;
    }
  }

  // Which call may run

  #mayRun(call: Call, now: number): boolean {
    const { line, own, network, allocation, pool, procedure } = call;
    const { allocations, networks, accounts } = this.#shares;
    if (!this.#hasSlot(pool)) return false;
    if (line === 'call' && own.running >= callsOfAccount) return false;
    if (network.running >= this.#partOf(network)) return false;
    if (allocations.size > 1 && allocation.running >= this.#slots / 2) return false;
    if (networks.size <= 1 && accounts.size <= 1) return true;
    if (own.paidAt > now) return false;
    return this.#largeRunning < largeAtOnce || !network.expectsLarge(procedure, now);
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

  #runWaiting(): void {
    this.#isDue = false;
    const now = performance.now();
    for (let next = this.#nextOf(now); next; next = this.#nextOf(now)) {
      this.#leave(next);
      this.#count('running', next, 1);
      next.begin();
    }
  }

  #nextOf(now: number): Waiter | undefined {
    let next: Waiter | undefined;
    for (const line of Object.values(this.#lines)) {
      for (const waiter of line) {
        // Compares the work first, because that rules out most waiting calls.
        const isBefore = !next || byWork(waiter, next) < 0;
        if (isBefore && this.#mayRun(waiter, now)) next = waiter;
      }
    }
    return next;
  }

  // Which call waits, and which is refused

  /** Waits until the call may run. Throws `RATE_LIMITED` or `UNAVAILABLE`. */
  async #turnOf(call: Call): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      const owes = call.own.paidAt > performance.now();
      this.#refuse(waiter, owes ? 'share_of_work' : 'capacity');
    };
    const timer = setTimeout(giveUp, longestWait);
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
    const isCounted = line !== 'look_up';
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
    this.#soon(() => waiter.fail(error));
  }
}
