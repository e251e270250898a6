import { type Asker, rangesOf } from '@namecard/router';
import type { Charged } from '../http/unsent.ts';

/** Milliseconds after which work counts half. */
const halfLife = 2_000;

/**
 * Bytes of large answers in a millisecond, for one account. Node writes ten times as many,
 * and does nothing else meanwhile. All accounts of one network get eight times that.
 */
const pace = 8_000;
const accountsAtPace = 8;

/** Milliseconds that an account owes, at most. */
const longestDebt = 20_000;

/** Milliseconds for which a procedure is expected to give a network a large answer again. */
const largeFor = 10_000;

/** Tokens whose accounts are remembered, by their last 12 characters: too few to call with. */
const mostRemembered = 10_000;
const endOf = (authorization: string | undefined) => authorization?.slice(-12) ?? '';

/** What an account, a network or an allocation uses, and has used in the last seconds. */
export class Share {
  running = 0;
  waiting = 0;
  /** Milliseconds for which its calls ran, halved every two seconds. */
  work = 0;
  /** When its large answers are paid for, as `performance.now()` says. */
  paidAt = 0;

  isIdle(now: number): boolean {
    return this.running + this.waiting === 0 && this.work < 1 && this.paidAt < now;
  }
}

class Network extends Share {
  readonly #largeUntil = new Map<string, number>();
  readonly #debtors = new Set<Share>();

  /** Whether the procedure gave the network a large answer a short time ago. */
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

/** A map that makes what is not there yet. */
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

/** Whose shares a call takes, and in which line it waits. */
export type Owners = {
  line: 'sign_in' | 'look_up' | 'call';
  own: Share;
  network: Network;
  allocation: Share;
};

/** The shares of all who have called in the last seconds. Others are forgotten. */
export class Shares {
  readonly allocations = new Known(() => new Share());
  readonly networks = new Known(() => new Network());
  /** By account; of calls without one by IP address. */
  readonly accounts = new Known(() => new Share());
  /** Sign-ins, by IP address, network and allocation. They take no share of other calls. */
  readonly #signIns = new Known(() => new Network());
  /** By network, its calls whose account is not known yet. */
  readonly #strangers = new Known(() => new Share());
  readonly #remembered = new Map<string, string>();
  #decayedAt = 0;

  /**
   * An account has one share in all networks. A call whose account is to be looked up counts
   * as a call of the account that used its token before, if there is one.
   */
  find({ ip, actor, pool, procedure, authorization }: Asker): Owners {
    const ranges = rangesOf(ip);
    const network = this.networks.of(ranges.network);
    if (pool === 'sign_in') {
      return {
        line: 'sign_in',
        own: this.#signIns.of(ranges.address),
        network: this.#signIns.of(ranges.network),
        allocation: this.#signIns.of(ranges.allocation),
      };
    }
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

  /** Makes an account, or an IP address, owe for a large answer. Returns when it is paid. */
  charge({ ip, pool, actor, procedure }: Charged, bytes: number, now: number): number {
    const ranges = rangesOf(ip);
    const own = this.accounts.of(actor ?? `${pool} ${ranges.address}`);
    this.networks.of(ranges.network).charge(own, bytes, procedure, now);
    return own.paidAt;
  }

  /** Remembers whose token that is. It proves nothing: it says whose share a call takes. */
  remember(authorization: string | undefined, account: string): void {
    if (authorization === undefined) return;
    if (this.#remembered.size === mostRemembered) this.#remembered.clear();
    this.#remembered.set(endOf(authorization), account);
  }

  /** Halves all work every two seconds, and forgets the shares that are idle. */
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
