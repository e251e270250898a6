import { type Asker, rangesOf } from '@namecard/router';

/*
 * Problem: to give turns fairly, the service must know what each client has used
 * lately. It can't keep a record of every call.
 *
 * Plan: each account, network and allocation has a share with three numbers:
 * running calls, waiting calls and recent work. Work is halved every two seconds.
 * Idle shares are removed.
 *
 * Price: a pass over all shares every two seconds. Who calls is not known before a
 * call runs. So an account is guessed, from the last characters of its token, and a
 * token's first call counts for its network.
 */

/** Milliseconds in which past work loses half its weight. */
const halfLife = 2_000;

/** Tokens that are remembered at least: the last 12 characters, too few to use them. */
const leastRemembered = 10_000;
const endOf = (authorization: string) => authorization.slice(-12);

/** The present and recent use of an account, network or allocation. */
export class Share {
  running = 0;
  waiting = 0;
  /** Milliseconds that its calls have run, halved every two seconds. */
  work = 0;

  get isIdle(): boolean {
    return this.running + this.waiting === 0 && this.work < 1;
  }
}

/** A map that creates missing items. */
class Known extends Map<string, Share> {
  of(key: string): Share {
    const known = this.get(key) ?? new Share();
    this.set(key, known);
    return known;
  }
}

/** The shares that a call uses, and the line in which it waits. */
export type Owners = {
  line: 'sign_in' | 'stranger' | 'call';
  own: Share;
  network: Share;
  allocation: Share;
};

/** Negative if the first is served before the second. */
export const byWork = (one: Owners, other: Owners): number =>
  one.allocation.work - other.allocation.work ||
  one.network.work - other.network.work ||
  one.own.work - other.own.work;

/** Negative if the first has fewer waiting calls. */
export const byWaiting = (one: Owners, other: Owners): number =>
  one.allocation.waiting - other.allocation.waiting ||
  one.network.waiting - other.network.waiting ||
  one.own.waiting - other.own.waiting ||
  one.own.work - other.own.work;

/** The shares of all clients of the last seconds. Idle ones are removed. */
export class Shares {
  readonly allocations = new Known();
  readonly networks = new Known();
  /** By account, or by IP address for calls without an account. */
  readonly accounts = new Known();
  /** Sign-ins by IP address, network and allocation. They use no other shares. */
  readonly #signIns = new Known();
  /** Calls with tokens that are not remembered, by network. */
  readonly #strangers = new Known();
  #remembered = new Map<string, string>();
  #rememberedBefore = new Map<string, string>();
  #decayedAt = 0;

  /**
   * Finds the shares of a call. It counts for the account that used the same token
   * last, in all networks.
   */
  find({ ip, pool, authorization }: Asker): Owners {
    const ranges = rangesOf(ip);
    if (pool === 'sign_in') {
      return {
        line: 'sign_in',
        own: this.#signIns.of(ranges.address),
        network: this.#signIns.of(ranges.network),
        allocation: this.#signIns.of(ranges.allocation),
      };
    }
    const network = this.networks.of(ranges.network);
    const allocation = this.allocations.of(ranges.allocation);
    const account =
      authorization === undefined
        ? `${pool} ${ranges.address}`
        : this.#accountOf(endOf(authorization));
    if (account === undefined) {
      const own = this.#strangers.of(ranges.network);
      return { line: 'stranger', own, network, allocation };
    }
    return { line: 'call', own: this.accounts.of(account), network, allocation };
  }

  /** A guess that proves no identity: it only chooses a share. */
  remember(authorization: string | undefined, account: string): void {
    if (authorization === undefined) return;
    this.#remembered.set(endOf(authorization), account);
    if (this.#remembered.size < leastRemembered) return;
    this.#rememberedBefore = this.#remembered;
    this.#remembered = new Map();
  }

  #accountOf(end: string): string | undefined {
    return this.#remembered.get(end) ?? this.#rememberedBefore.get(end);
  }

  /** Halves all work every two seconds and removes idle shares. */
  decay(now: number): void {
    const times = Math.floor((now - this.#decayedAt) / halfLife);
    if (times === 0) return;
    this.#decayedAt += times * halfLife;
    const { allocations, networks, accounts } = this;
    for (const shares of [
      allocations,
      networks,
      accounts,
      this.#signIns,
      this.#strangers,
    ]) {
      for (const [key, share] of shares) {
        share.work *= 0.5 ** times;
        if (share.isIdle) shares.delete(key);
      }
    }
  }
}
