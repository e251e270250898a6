import { type AppError, type Deps, overloaded, type Pool, rateLimited } from '@namecard/router';
import { type Asker, Askers, Share, type Waiter } from './askers.ts';
import type { Shed } from './shedding.ts';

/** Calls that wait, at most: one asker's, one network's, those of all networks with more than a few, and all; and how long. */
const mostWaiting = { asker: 100, network: 200, few: 4, many: 300, all: 600, milliseconds: 10_000 };

/**
 * How much of a call's time is charged when so many calls share its read: four fifths are its own, the rest is split.
 * Measured: of 20 callers of one page each takes 0.80 to 0.84 of what it would take alone (docs/performance.md).
 */
const chargedPart = (calls: number): number => (4 + 1 / calls) / 5;

/**
 * Lets calls run so that nobody takes the service from the others, by start-time fair queuing: of those who wait, the network
 * with the least work of the last seconds is next, and in it the asker with the least. Work is the time for which calls run.
 * @param slots calls that run at once
 */
export function createAdmission(slots: number, shed: Shed) {
  const quarter = Math.max(1, Math.floor(slots / 4));
  const all = new Share();
  const pools = { foreground: new Share(), sign_in: new Share(), search: new Share() };
  const askers = new Askers();
  const queue = new Set<Asker>();

  /** Who signs in does not count to their network, which would keep its accounts from their part. */
  const count = (what: 'running' | 'waiting', { own, network }: Asker, pool: Pool, by: 1 | -1) => {
    own[what] += by;
    pools[pool][what] += by;
    all[what] += by;
    if (pool !== 'sign_in') network[what] += by;
  };

  /** Calls of one network at once: while others wait a quarter, while others are about half. */
  const partOf = ({ waiting }: Share): number =>
    all.waiting > waiting ? quarter : askers.areSeveral ? slots / 2 : slots;
  /** The last slot is for signing in alone. */
  const hasRoom = (pool: Pool): boolean =>
    all.running < slots &&
    (pool === 'sign_in' || all.running - pools.sign_in.running < slots - 1) &&
    (pool !== 'search' || pools.search.running < quarter);

  /** While others are about, a network waits until its large answers are paid for. Sign-ins don't wait for their network. */
  const mayRun = ({ own, network, atOnce }: Asker, pool: Pool): boolean => {
    const share = pool === 'sign_in' ? own : network;
    const isPaid = !askers.areSeveral || share.paidAt <= performance.now();
    return own.running < atOnce && hasRoom(pool) && share.running < partOf(share) && isPaid;
  };

  const isBefore = (one: Asker, other: Asker): boolean =>
    (one.network.work - other.network.work || one.own.work - other.own.work) < 0;
  const nextWaiter = (): Waiter | undefined => {
    let next: { asker: Asker; waiter: Waiter } | undefined;
    if (hasRoom(pools.sign_in.waiting > 0 ? 'sign_in' : 'foreground')) {
      for (const asker of queue) {
        // Compared first: of many that wait, few can be the next.
        if (!next || isBefore(asker, next.asker)) {
          const waiter = asker.waiters.find(({ pool }) => mayRun(asker, pool));
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

  /** The error of a further call where none may wait: `RATE_LIMITED`, `UNAVAILABLE`. Sign-ins have a queue of their own. */
  const refusalFor = ({ own, network }: Asker, pool: Pool): AppError | undefined => {
    const [{ waiting }, others] =
      pool === 'sign_in'
        ? [own, pools.sign_in.waiting]
        : [network, all.waiting - pools.sign_in.waiting];
    if (own.waiting >= mostWaiting.asker || waiting >= mostWaiting.network) {
      return rateLimited(shed('share_of_work'));
    }
    const most = waiting > mostWaiting.few ? mostWaiting.many : mostWaiting.all;
    return others >= most ? overloaded(shed('capacity')) : undefined;
  };

  /** Ends when the call runs. */
  const turnOf = async (asker: Asker, pool: Pool): Promise<void> => {
    const { waiters } = asker;
    const refusal = refusalFor(asker, pool);
    if (refusal) throw refusal;
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
    const timer = setTimeout(() => {
      leave();
      reject(overloaded(shed('capacity')));
    }, mostWaiting.milliseconds);
    const waiter = { pool, begin };
    waiters.push(waiter);
    queue.add(asker);
    count('waiting', asker, pool, 1);
    return promise;
  };

  const admit: Deps['admit'] = async ({ ip, actor, pool }, work, callsOf) => {
    const asker = askers.find(ip, pool, actor);
    // What was looked up goes on in the look-up's place; others stand behind those who wait.
    if (mayRun(asker, pool) && (!isDue || actor !== undefined)) count('running', asker, pool, 1);
    else await turnOf(asker, pool);
    const began = performance.now();
    let calls = 1;
    try {
      const result = await work();
      calls = callsOf?.(result) ?? 1;
      return result;
    } finally {
      const now = performance.now();
      const taken = (now - began) * chargedPart(calls);
      count('running', asker, pool, -1);
      asker.own.add(taken, now);
      asker.network.add(taken, now);
      askers.forgetIdle(now);
      runSoon();
    }
  };

  /** Has a network wait until this large answer is paid for, while others are about. A timer may be a millisecond early. */
  const charge = (ip: string, bytes: number): void => {
    const { network } = askers.find(ip, 'foreground');
    const now = performance.now();
    network.charge(bytes, now);
    setTimeout(runWaiting, network.paidAt - now + 2).unref();
  };

  return {
    admit,
    charge,
    /** The error of a further call from the IP address, before anything is known of it; undefined where it may wait. */
    refusalFor: (ip: string) => refusalFor(askers.find(ip, 'foreground'), 'foreground'),
    pools,
  };
}

export type Admission = ReturnType<typeof createAdmission>;
