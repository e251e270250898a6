import { type Pool, rangesOf } from '@namecard/router';
import type { Charged } from '../http/unsent.ts';

/** Milliseconds after which work counts half. */
const halfLife = 2_000;

/**
 * Calls of one account that run at once. Those of whom nobody knows yet are bounded by their network's part alone: look-ups two at
 * a time would wake the process so often that each call took a quarter more of it.
 */
const callsOfAccount = 2;

/**
 * Bytes of large answers in a millisecond, to one account. Node writes ten times as many,
 * and does nothing else meanwhile.
 */
const pace = 8_000;

/** Milliseconds for which anybody owes at most: what was read while nobody waited is forgotten. */
const longestDebt = 20_000;

/** All accounts of one network together are given so many times that. */
const accountsAtPace = 8;

/** Accounts that are remembered by what their calls are authorized with. */
const mostRemembered = 10_000;

/** What calls take, and have taken of late: an asker's, a network's, a pool's or all. */
export class Share {
  running = 0;
  waiting = 0;
  /** The logarithm of the milliseconds of work, decayed, at time 0: all decay alike, so it need not be brought up to date. */
  work = -Infinity;
  /** When its large answers are paid for, as `performance.now()` says. */
  paidAt = 0;
  /** When an account that was refused may come back, as it was told. */
  backAt = 0;

  add(work: number, now: number): void {
    this.work = Math.log2(2 ** (this.work - now / halfLife) + work) + now / halfLife;
  }

  owes(now: number): boolean {
    return this.paidAt > now;
  }

  /** Less than a millisecond of work left counts as none. */
  isIdleAt(now: number): boolean {
    return (
      this.running + this.waiting === 0 &&
      Math.max(this.work * halfLife, this.paidAt, this.backAt) < now
    );
  }
}

export type Waiter = {
  pool: Pool;
  procedure: string | undefined;
  begin: () => void;
  refuse: (error: Error) => void;
};

/** Milliseconds for which a procedure that gave a network a large answer is expected to do so again. */
const largeFor = 10_000;

/** A network, and which procedures have given it large answers: until when that is expected again. */
export class Network extends Share {
  readonly large = new Map<string, number>();
  /** Look-ups of accounts that wait. */
  lookUps = 0;

  /** Whether the procedure is expected to give a large answer. */
  expects(procedure: string | undefined, now: number): boolean {
    return procedure !== undefined && (this.large.get(procedure) ?? 0) > now;
  }
}

/**
 * An account in its network; its own share is the same in every network. Or, of one
 * network: all who sign in, all who read documents, all whom nobody knows yet.
 */
export type Asker = {
  own: Share;
  /** By whose work its place among those who wait is found: its own, or its account's. */
  standing: Share;
  network: Network;
  allocation: Share;
  /** Whether its account is being looked up still: that is quick, and may be anybody's. */
  isLookUp: boolean;
  waiters: Waiter[];
  /** Calls that run at once, at most. */
  atOnce: number;
};

/** The last 12 characters of a token: enough to tell accounts apart, too little to call with. */
const endOf = (authorization: string): string => authorization.slice(-12);

function foundOr<Item>(items: Map<string, Item>, key: string, make: () => Item): Item {
  const known = items.get(key);
  if (known) {
    return known;
  }
  const item = make();
  items.set(key, item);
  return item;
}

/** Everybody who calls, waits or has called of late. Others are forgotten, once a second at most. */
export class Askers {
  readonly #allocations = new Map<string, Share>();
  readonly #networks = new Map<string, Network>();
  /** Of accounts, and of the readers of documents in each network. */
  readonly #owners = new Map<string, Share>();
  /** Accounts by the ends of what their calls are authorized with. */
  readonly #remembered = new Map<string, string>();
  /** By their range, then by their account or pool: a key of both would be put together at each call. */
  readonly #askers = new Map<string, Map<string, Asker>>();
  #forgottenAt = 0;

  /** Whether more than one network is about. */
  get areSeveralNetworks(): boolean {
    return this.#networks.size > 1;
  }

  /** Whether more than one allocation is about. */
  get areSeveralAllocations(): boolean {
    return this.#allocations.size > 1;
  }

  /** Whether anybody could wait for what somebody else owes. */
  get areSeveral(): boolean {
    return this.#networks.size > 1 || this.#owners.size > 1;
  }

  /** An account; or who signs in from a network, or reads without an account from an IP address. */
  find(ip: string, pool: Pool, account?: string): Asker {
    if (account !== undefined) {
      return this.#findAs(ip, account, account);
    }
    if (pool === 'sign_in') {
      return this.#findAs(ip, pool);
    }
    const reader = `${pool} ${rangesOf(ip).address}`;
    return this.#findAs(ip, reader, reader);
  }

  /** Who is looked up. An account that called of late does not stand behind its network's strangers. */
  findLookUp(ip: string, authorization: string | undefined): Asker {
    const account = this.accountOf(authorization);
    if (account === undefined) {
      return this.#findAs(ip, 'look-up');
    }
    const asker = this.#findAs(ip, `look-up ${account}`);
    asker.standing = foundOr(this.#owners, account, () => new Share());
    return asker;
  }

  /** @param owner whose large answers are owed for, from whatever network they are asked for */
  #findAs(ip: string, key: string, owner?: string): Asker {
    const { network: range, allocation } = rangesOf(ip);
    const neighbours = foundOr(this.#askers, range, () => new Map<string, Asker>());
    const ownOf = () =>
      owner === undefined ? new Share() : foundOr(this.#owners, owner, () => new Share());
    return foundOr(neighbours, key, () => {
      const own = ownOf();
      return {
        own,
        standing: own,
        network: foundOr(this.#networks, range, () => new Network()),
        allocation: foundOr(this.#allocations, allocation, () => new Share()),
        isLookUp: key.startsWith('look-up'),
        waiters: [],
        atOnce: owner === undefined ? Infinity : callsOfAccount,
      };
    });
  }

  /** Has the asker owe for a large answer. Where many of one network owe, each pays slower. */
  charge({ ip, pool, actor, procedure }: Charged, bytes: number, now: number): Share {
    const { own, network } = this.find(ip, pool, actor);
    if (procedure !== undefined) {
      network.large.set(procedure, now + largeFor);
    }
    const neighbours = this.#askers.get(rangesOf(ip).network)?.values() ?? [];
    const owing =
      [...neighbours].filter((one) => one.own !== own && one.own.owes(now)).length + 1;
    const slowness = Math.max(1, owing / accountsAtPace);
    const paidAt = Math.max(own.paidAt, now) + (bytes / pace) * slowness;
    own.paidAt = Math.min(paidAt, now + longestDebt);
    return own;
  }

  /** Remembers whose calls are authorized so. */
  remember(authorization: string | undefined, account: string): void {
    if (authorization === undefined) {
      return;
    }
    if (this.#remembered.size === mostRemembered) {
      this.#remembered.clear();
    }
    this.#remembered.set(endOf(authorization), account);
  }

  /** Who called with that of late. It proves nothing: it only tells whose share a call takes. */
  accountOf(authorization: string | undefined): string | undefined {
    return authorization === undefined
      ? undefined
      : this.#remembered.get(endOf(authorization));
  }

  forgetIdle(now: number): void {
    if (now < this.#forgottenAt + 1_000) {
      return;
    }
    this.#forgottenAt = now;
    for (const [range, neighbours] of this.#askers) {
      for (const [key, { own, network }] of neighbours) {
        // An account that is busy elsewhere does not keep its former network about.
        if (own.isIdleAt(now) || network.isIdleAt(now)) {
          neighbours.delete(key);
        }
      }
      if (neighbours.size === 0) {
        this.#askers.delete(range);
      }
    }
    this.#forgetShares(now);
  }

  /** Forgets shares that are idle. While an asker has one, nobody else may be given a second in its place. */
  #forgetShares(now: number): void {
    const used = new Set<Share>();
    for (const neighbours of this.#askers.values()) {
      for (const { own, standing, network, allocation } of neighbours.values()) {
        used.add(own).add(standing).add(network).add(allocation);
      }
    }
    for (const shares of [this.#owners, this.#networks, this.#allocations]) {
      for (const [key, share] of shares) {
        if (!used.has(share) && share.isIdleAt(now)) {
          shares.delete(key);
        }
      }
    }
  }
}
