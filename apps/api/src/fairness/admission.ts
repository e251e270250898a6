import {
  type AppError,
  type Deps,
  overloaded,
  type Pool,
  rateLimited,
} from '@namecard/router';
import type { Charged } from '../http/unsent.ts';
import { type Asker, Askers, Share, type Waiter } from './askers.ts';
import { inTurns } from '../http/in-turns.ts';
import type { Shed } from './shedding.ts';

/** Calls that wait, at most: one asker's, one network's, and all; and how long. */
const mostWaiting = { asker: 100, network: 200, all: 600, milliseconds: 10_000 };

/**
 * Calls that run at once where others are about and a large answer is expected: writing one
 * holds everybody up for tens of milliseconds.
 */
const largeAtOnce = 2;

/**
 * Milliseconds of work that a refusal counts for: who comes back again and again stands
 * behind those who do not.
 */
const refusalWork = 100;

/**
 * Lets calls run so that nobody takes the service from the others, by start-time fair
 * queuing. Of those who wait, the allocation with the least work of the last seconds is
 * next, in it the network with the least, in it the asker. Work is the time for which calls
 * run. Where too many wait, the last call of those who have the most waiting is refused.
 * @param slots calls that run at once
 */
export function createAdmission(slots: number, shed: Shed) {
  const quarter = Math.max(1, Math.floor(slots / 4));
  const all = new Share();
  const pools = {
    foreground: new Share(),
    sign_in: new Share(),
    search: new Share(),
    document: new Share(),
  };
  const askers = new Askers();
  let largeRunning = 0;
  let lookUpsWaiting = 0;
  const queue = new Set<Asker>();
  const soon = inTurns();

  /** Who signs in does not count to their network, which would keep its accounts from their part. */
  const count = (
    what: 'running' | 'waiting',
    { own, network, allocation, isLookUp }: Asker,
    pool: Pool,
    by: 1 | -1,
  ) => {
    if (isLookUp && what === 'waiting') {
      network.lookUps += by;
      lookUpsWaiting += by;
    }
    own[what] += by;
    pools[pool][what] += by;
    all[what] += by;
    if (pool !== 'sign_in') {
      network[what] += by;
      allocation[what] += by;
    }
  };

  /** Whether one more call of a network may run: while others wait it has a quarter, while others are about half. */
  const hasPart = ({ running, waiting }: Share): boolean => {
    if (all.waiting > waiting) {
      return running < quarter;
    }
    return running < (askers.areSeveralNetworks ? slots / 2 : slots);
  };
  /** The last slot is for signing in alone. */
  const hasRoom = (pool: Pool): boolean =>
    all.running < slots &&
    (pool === 'sign_in' || all.running - pools.sign_in.running < slots - 1) &&
    (pool !== 'search' || pools.search.running < quarter);

  /** While others are about, an asker waits until its large answers are paid for. */
  const mayRun = (
    { own, network, allocation, atOnce }: Asker,
    { pool, procedure }: Pick<Waiter, 'pool' | 'procedure'>,
  ): boolean => {
    if (own.running >= atOnce || !hasRoom(pool)) {
      return false;
    }
    const now = performance.now();
    if (
      askers.areSeveral &&
      largeRunning >= largeAtOnce &&
      network.expects(procedure, now)
    ) {
      return false;
    }
    // Who signs in waits neither for their network nor for what anybody owes.
    if (pool === 'sign_in') {
      return hasPart(own);
    }
    if (askers.areSeveralAllocations && allocation.running >= slots / 2) {
      return false;
    }
    return hasPart(network) && !(askers.areSeveral && own.owes(now));
  };

  const isBefore = (one: Asker, other: Asker): boolean =>
    (one.allocation.work - other.allocation.work ||
      one.network.work - other.network.work ||
      one.standing.work - other.standing.work) < 0;
  const nextWaiter = (): Waiter | undefined => {
    let next: { asker: Asker; waiter: Waiter } | undefined;
    if (hasRoom(pools.sign_in.waiting > 0 ? 'sign_in' : 'foreground')) {
      for (const asker of queue) {
        // Compared first: of many that wait, few can be the next.
        if (!next || isBefore(asker, next.asker)) {
          const waiter = asker.waiters.find((one) => mayRun(asker, one));
          next = waiter ? { asker, waiter } : next;
        }
      }
    }
    return next?.waiter;
  };

  let isDue = false;
  const runWaiting = (): void => {
    isDue = false;
    for (let next = nextWaiter(); next; next = nextWaiter()) next.begin();
  };

  /** Those who wait begin together, once a turn of the event loop: one by one they would take a tenth more of the processor. */
  const runSoon = (): void => {
    if (queue.size > 0 && !isDue) {
      isDue = true;
      setImmediate(runWaiting);
    }
  };

  /** Whether one asker crowds the service more than another: it, or its range, has more that waits. */
  const isWorse = (one: Asker, other: Asker): boolean =>
    (one.allocation.waiting - other.allocation.waiting ||
      one.network.waiting - other.network.waiting ||
      one.own.waiting - other.own.waiting ||
      one.standing.work - other.standing.work) > 0;

  /** The asker that crowds the service more than the given one and all others; undefined where none does. */
  const worstBeside = (
    asker: Asker,
    isConcerned: (other: Asker) => boolean,
  ): Asker | undefined => {
    let worst = asker;
    for (const other of queue) {
      const hasCalls = other.waiters.some(({ pool }) => pool !== 'sign_in');
      const isAlike = other.isLookUp === asker.isLookUp;
      if (isAlike && hasCalls && isConcerned(other) && isWorse(other, worst))
        worst = other;
    }
    return worst === asker ? undefined : worst;
  };

  /** Notes when an asker was told to come back, and returns the error. */
  const sendAway = ({ own, standing }: Asker, error: AppError): AppError => {
    const now = performance.now();
    own.backAt = now + (error.retryAfter ?? 0) * 1_000;
    standing.add(refusalWork, now);
    return error;
  };

  /** Refuses the newest call of the asker that crowds the most. Returns the error where that is the given one. */
  const makeRoom = (
    asker: Asker,
    worst: Asker | undefined,
    error: AppError,
  ): AppError | undefined => {
    if (!worst) {
      return sendAway(asker, error);
    }
    worst.waiters
      .findLast(({ pool }) => pool !== 'sign_in')
      ?.refuse(sendAway(worst, error));
    return undefined;
  };

  /** Sign-ins have a queue of their own. */
  const signInRefusal = ({ own }: Asker): AppError | undefined => {
    if (own.waiting >= mostWaiting.asker) {
      return rateLimited(shed('share_of_work'));
    }
    return pools.sign_in.waiting >= mostWaiting.all
      ? overloaded(shed('capacity'))
      : undefined;
  };

  const isNetworkFull = ({ network }: Asker): boolean =>
    network.waiting - network.lookUps >= mostWaiting.network;
  const areAllFull = (isLookUp: boolean): boolean => {
    const calls = all.waiting - pools.sign_in.waiting - lookUpsWaiting;
    return (isLookUp ? lookUpsWaiting : calls) >= mostWaiting.all;
  };

  /**
   * The error of a further call where none may wait: `RATE_LIMITED`, `UNAVAILABLE`. Somebody
   * else's call is refused in its place where they crowd the service more.
   */
  const refusalFor = (asker: Asker, pool: Pool): AppError | undefined => {
    if (pool === 'sign_in') {
      return signInRefusal(asker);
    }
    if (!asker.isLookUp && asker.own.waiting >= mostWaiting.asker) {
      return sendAway(asker, rateLimited(shed('share_of_work')));
    }
    let refusal: AppError | undefined;
    if (!asker.isLookUp && isNetworkFull(asker)) {
      const isNeighbour = (other: Asker) => other.network === asker.network;
      const worst = worstBeside(asker, isNeighbour);
      refusal = makeRoom(asker, worst, rateLimited(shed('share_of_work')));
    }
    if (!refusal && areAllFull(asker.isLookUp)) {
      const worst = worstBeside(asker, () => true);
      refusal = makeRoom(asker, worst, overloaded(shed('capacity')));
    }
    return refusal;
  };

  /**
   * The same before anything is done for a call. Where its network is crowded, an account is
   * refused that owes, has calls that wait, or comes back before the time it was told: else
   * it would be after a look-up.
   */
  const refusalAtTheDoor = (ip: string, authorization?: string): AppError | undefined => {
    if (!isNetworkFull(askers.findLookUp(ip, undefined))) {
      return undefined;
    }
    const account = askers.accountOf(authorization);
    if (account === undefined) {
      return undefined;
    }
    const { own } = askers.find(ip, 'foreground', account);
    const now = performance.now();
    const isBusy = own.waiting > 0 || own.owes(now) || own.backAt > now;
    return isBusy ? rateLimited(shed('share_of_work')) : undefined;
  };

  const refuseSoon = async (error: AppError): Promise<never> => {
    await new Promise<void>((resolve) => soon(resolve));
    throw error;
  };

  /** Ends when the call runs. */
  const turnOf = async (
    asker: Asker,
    { pool, procedure }: Pick<Waiter, 'pool' | 'procedure'>,
  ): Promise<void> => {
    const { waiters } = asker;
    const refusal = refusalFor(asker, pool);
    if (refusal) return refuseSoon(refusal);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      clearTimeout(timer);
      waiters.splice(waiters.indexOf(waiter), 1);
      count('waiting', asker, pool, -1);
      if (waiters.length === 0) queue.delete(asker);
    };
    const begin = (): void => {
      leave();
      count('running', asker, pool, 1);
      resolve();
    };
    const refuse = (error: Error): void => {
      leave();
      soon(() => reject(error));
    };
    const timer = setTimeout(() => {
      const owes = asker.own.owes(performance.now());
      refuse(owes ? rateLimited(shed('share_of_work')) : overloaded(shed('capacity')));
    }, mostWaiting.milliseconds);
    const waiter = { pool, procedure, begin, refuse };
    waiters.push(waiter);
    queue.add(asker);
    count('waiting', asker, pool, 1);
    return promise;
  };

  const admit: Deps['admit'] = async (who, work) => {
    const { ip, actor, pool, procedure, authorization } = who;
    const isLookUp =
      pool === 'foreground' && actor === undefined && procedure === undefined;
    // The calls of one batch come through the door together.
    const refusal = isLookUp ? refusalAtTheDoor(ip, authorization) : undefined;
    if (refusal) return refuseSoon(refusal);
    const asker = isLookUp
      ? askers.findLookUp(ip, authorization)
      : askers.find(ip, pool, actor);
    const wanted = { pool, procedure };
    // What was looked up goes on in the look-up's place; others stand behind those who wait.
    if (mayRun(asker, wanted) && (!isDue || actor !== undefined)) {
      count('running', asker, pool, 1);
    } else {
      await turnOf(asker, wanted);
    }
    const began = performance.now();
    const isLarge = asker.network.expects(procedure, began);
    largeRunning += Number(isLarge);
    try {
      return await work();
    } finally {
      const now = performance.now();
      const taken = now - began;
      count('running', asker, pool, -1);
      largeRunning -= Number(isLarge);
      asker.standing.add(taken, now);
      asker.network.add(taken, now);
      asker.allocation.add(taken, now);
      askers.forgetIdle(now);
      runSoon();
    }
  };

  /** Has an asker wait until this large answer is paid for. A timer may be a millisecond early. */
  const charge = (charged: Charged, bytes: number): void => {
    const now = performance.now();
    const { paidAt } = askers.charge(charged, bytes, now);
    setTimeout(runWaiting, paidAt - now + 2).unref();
  };

  return {
    admit,
    charge,
    refusalFor: refusalAtTheDoor,
    remember: (authorization: string | undefined, account: string) =>
      askers.remember(authorization, account),
    pools,
  };
}

export type Admission = ReturnType<typeof createAdmission>;
