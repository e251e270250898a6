import { type Pool, rangesOf } from '@namecard/router';

/** Milliseconds after which work counts half. */
const halfLife = 2_000;

/**
 * Calls of one account that run at once. Those of whom nobody knows yet are bounded by their network's part alone: look-ups two at
 * a time would wake the process so often that each call took a quarter more of it.
 */
const callsOfAccount = 2;

/** Bytes of large answers in a millisecond, to one network. Node writes ten times as many, and does nothing else meanwhile. */
const pace = 8_000;

/** IP addresses whose networks are kept at hand: finding one out takes longer than all else here. */
const mostRanges = 10_000;

/** What an asker's, a network's, a pool's or all calls take, and have taken of late. */
export class Share {
  running = 0;
  waiting = 0;
  /** The logarithm of the milliseconds of work, decayed, at time 0: all decay alike, so it need not be brought up to date. */
  work = -Infinity;
  /** When its large answers are paid for, as `performance.now()` says. */
  paidAt = 0;

  add(work: number, now: number): void {
    this.work = Math.log2(2 ** (this.work - now / halfLife) + work) + now / halfLife;
  }

  charge(bytes: number, now: number): void {
    this.paidAt = Math.max(this.paidAt, now) + bytes / pace;
  }

  /** Less than a millisecond of work left counts as none. */
  isIdleAt(now: number): boolean {
    return this.running + this.waiting === 0 && Math.max(this.work * halfLife, this.paidAt) < now;
  }
}

export type Waiter = { pool: Pool; begin: () => void };

/**
 * An account in its network, its own share the same in every network; or, of those in one whom nobody knows yet, all who sign in,
 * or all others.
 */
export type Asker = {
  own: Share;
  network: Share;
  waiters: Waiter[];
  /** Calls that run at once, at most. */
  atOnce: number;
};

/** Everybody who calls, waits or has called of late. Others are forgotten, once a second at most. */
export class Askers {
  readonly #ranges = new Map<string, string>();
  readonly #networks = new Map<string, Share>();
  readonly #accounts = new Map<string, Share>();
  /** By their range, then by their account or pool: a key of both would be put together at each call. */
  readonly #askers = new Map<string, Map<string, Asker>>();
  #forgottenAt = 0;

  /** Whether more than one network is about. */
  get areSeveral(): boolean {
    return this.#networks.size > 1;
  }

  /** @param account undefined while nobody knows it */
  find(ip: string, pool: Pool, account?: string): Asker {
    const range = this.#rangeOf(ip);
    const key = account ?? pool;
    const neighbours = this.#askers.get(range) ?? new Map<string, Asker>();
    const known = neighbours.get(key);
    if (known) {
      return known;
    }
    const network = this.#networks.get(range) ?? new Share();
    const own = this.#accounts.get(account ?? '') ?? new Share();
    const atOnce = account === undefined ? Infinity : callsOfAccount;
    const asker = { own, network, waiters: [], atOnce };
    if (account !== undefined) {
      this.#accounts.set(account, own);
    }
    this.#networks.set(range, network);
    this.#askers.set(range, neighbours.set(key, asker));
    return asker;
  }

  forgetIdle(now: number): void {
    if (now < this.#forgottenAt + 1_000) {
      return;
    }
    this.#forgottenAt = now;
    for (const [range, neighbours] of this.#askers) {
      for (const [key, { own }] of neighbours) {
        if (own.isIdleAt(now)) {
          neighbours.delete(key);
        }
      }
      if (neighbours.size === 0) {
        this.#askers.delete(range);
      }
    }
    for (const shares of [this.#accounts, this.#networks]) {
      for (const [key, share] of shares) {
        if (share.isIdleAt(now)) {
          shares.delete(key);
        }
      }
    }
  }

  #rangeOf(ip: string): string {
    const known = this.#ranges.get(ip);
    if (known !== undefined) {
      return known;
    }
    if (this.#ranges.size === mostRanges) {
      this.#ranges.clear();
    }
    const range = rangesOf(ip).network;
    this.#ranges.set(ip, range);
    return range;
  }
}
