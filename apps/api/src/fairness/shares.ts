import { type Asker, rangesOf } from '@namecard/router';
import type { Charged } from '../http/unsent.ts';

/*
 * Problem: to give turns fairly, the service must know what each client has used
 * lately. It can't keep a record of every call.
 *
 * Plan: each account, network and allocation has a share with four numbers:
 * running calls, waiting calls, recent work, and the time when its large answers
 * are paid. Work is halved every two seconds. Idle shares are removed.
 *
 * Price: a pass over all shares every two seconds. Before the look-up, an account
 * is only guessed, from the last characters of its token.
 */

/** Milliseconds in which past work loses half its weight. */
const halfLife = 2_000;

/**
 * Bytes of large answers in a millisecond for one account. Node writes ten times
 * as many, but does nothing else then. All accounts of a network together get
 * eight times as many.
 */
const pace = 8_000;
const accountsAtPace = 8;

/** Most milliseconds that an account can owe. */
const longestDebt = 20_000;

/** Milliseconds that a procedure counts as large after a large answer. */
const largeFor = 10_000;

/** Remembered tokens: the last 12 characters, too few to use them. */
const mostRemembered = 10_000;
const endOf = (authorization: string | undefined) => authorization?.slice(-12) ?? '';

/** The present and recent use of an account, network or allocation. */
export class Share {
  running = 0;
  waiting = 0;
  /** Milliseconds that its calls have run, halved every two seconds. */
  work = 0;
  /** The time when its large answers are paid for, as in `performance.now()`. */
  paidAt = 0;

  isIdle(now: number): boolean {
    return this.running + this.waiting === 0 && this.work < 1 && this.paidAt < now;
  }
}

class Network extends Share {
  readonly #largeUntil = new Map<string, number>();
  readonly #debtors = new Set<Share>();

  expectsLarge(procedure: string | undefined, now: number): boolean {
    return procedure !== undefined && (this.#largeUntil.get(procedure) ?? 0) > now;
  }

  charge(own: Share, bytes: number, procedure: string | undefined, now: number): void {
    if (procedure !== undefined) this.#largeUntil.set(procedure, now + largeFor);
    this.#debtors.add(own);
    for (const debtor of this.#debtors) {
      if (debtor !== own && debtor.paidAt < now) this.#debtors.delete(debtor);
    }
    const slowness = Math.max(1, this.#debtors.size / accountsAtPace);
    const paidAt = Math.max(own.paidAt, now) + (bytes / pace) * slowness;
    own.paidAt = Math.min(paidAt, now + longestDebt);
  }
}

/** A map that creates missing items. */
class Known<Item extends Share> extends Map<string, Item> {
  readonly #make: () => Item;

  constructor(make: () => Item) {
    super();
    this.#make = make;
  }

  of(key: string): Item {
    const known = this.get(key) ?? this.#make();
    this.set(key, known);
    return known;
  }
}

/** The shares that a call uses, and the line in which it waits. */
export type Owners = {
  line: 'sign_in' | 'look_up' | 'call';
  own: Share;
  network: Network;
  allocation: Share;
};

/** The shares of all clients of the last seconds. Idle ones are removed. */
export class Shares {
  readonly allocations = new Known(() => new Share());
  readonly networks = new Known(() => new Network());
  /** By account, or by IP address for calls without an account. */
  readonly accounts = new Known(() => new Share());
  /** Sign-ins by IP address, network and allocation. They use no other shares. */
  readonly #signIns = new Known(() => new Network());
  /** Calls whose account is not known yet, by network. */
  readonly #strangers = new Known(() => new Share());
  readonly #remembered = new Map<string, string>();
  #decayedAt = 0;

  /**
   * Finds the shares of a call. An account has one share in all networks. Before
   * its look-up a call counts for the account that used the same token last, if
   * known.
   */
  find({ ip, actor, pool, procedure, authorization }: Asker): Owners {
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
    const isLookUp = pool === 'foreground' && procedure === undefined;
    const reader = isLookUp ? undefined : `${pool} ${ranges.address}`;
    const account = actor ?? reader ?? this.#remembered.get(endOf(authorization));
    if (account === undefined) {
      const own = this.#strangers.of(ranges.network);
      return { line: 'look_up', own, network, allocation };
    }
    return { line: 'call', own: this.accounts.of(account), network, allocation };
  }

  /** Whether the known caller has the share that was guessed by its token. */
  isOwn({ own }: Owners, actor: string | undefined): boolean {
    return actor !== undefined && this.accounts.get(actor) === own;
  }

  /** Charges for a large answer and returns when it is paid. */
  charge({ ip, pool, actor, procedure }: Charged, bytes: number, now: number): number {
    const ranges = rangesOf(ip);
    const own = this.accounts.of(actor ?? `${pool} ${ranges.address}`);
    this.networks.of(ranges.network).charge(own, bytes, procedure, now);
    return own.paidAt;
  }

  /** A guess that proves no identity: it only chooses a share. */
  remember(authorization: string | undefined, account: string): void {
    if (authorization === undefined) return;
    if (this.#remembered.size === mostRemembered) this.#remembered.clear();
    this.#remembered.set(endOf(authorization), account);
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
        if (share.isIdle(now)) shares.delete(key);
      }
    }
  }
}
