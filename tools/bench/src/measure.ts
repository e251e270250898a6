import { percentile } from '@namecard/testing';
import { callerOf, type HttpRequest } from './caller.ts';
import { cpuOf, spentSince } from './cpu.ts';
import type { Side } from './sides.ts';
import type { Work } from './works.ts';

export type Burst = {
  work: string;
  callers: number;
  side: string;
  round: number;
  /** Microseconds of CPU a call. */
  server: number;
  database: number;
  /** Calls a second. */
  rate: number;
  /** Milliseconds. */
  median: number;
};

const loads = [
  { callers: 1, count: 40 },
  { callers: 20, count: 240 },
];

/** Rounds in any case: below six, no interval has ends. */
const fewest = 6;

/** Each caller sends again after its last answer. */
async function sendAll(
  { name, origin }: Side,
  requests: readonly HttpRequest[],
  most: number,
): Promise<number[]> {
  const milliseconds: number[] = [];
  const waiting = requests.toReversed();
  const callers = Array.from({ length: most }, (_, number) => callerOf(origin, number));
  try {
    await Promise.all(
      callers.map(async (caller) => {
        for (let next = waiting.pop(); next; next = waiting.pop()) {
          const began = performance.now();
          const { status, body } = await caller.ask(next);
          milliseconds.push(performance.now() - began);
          if (status !== 200) {
            throw new Error(`${name}: ${next.method} ${next.path}: ${status} ${body}`);
          }
        }
      }),
    );
  } finally {
    callers.forEach((caller) => caller.hangUp());
  }
  return milliseconds;
}

type Turn = { work: Work; side: Side; callers: number; count: number; round: number };

async function burstOf({ work, side, callers, count, round }: Turn): Promise<Burst> {
  const times: number[] = [];
  const before = await cpuOf(side);
  const began = performance.now();
  await work.run(side, count, async (requests) => {
    times.push(...(await sendAll(side, requests, callers)));
  });
  const seconds = (performance.now() - began) / 1000;
  const now = await cpuOf(side);
  return {
    work: work.name,
    callers,
    side: side.name,
    round,
    server: spentSince(before.server, now.server) / count,
    database: spentSince(before.database, now.database) / count,
    rate: count / seconds,
    median: percentile(times, 0.5),
  };
}

const shuffled = <Item>(items: readonly Item[]) =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);

/**
 * Bursts of all works on all sides, in a new order each round, for these seconds.
 * The first round only warms up. For no seconds it is the only one.
 */
export async function measure(
  works: readonly Work[],
  sides: readonly Side[],
  seconds: number,
): Promise<Burst[]> {
  const bursts: Burst[] = [];
  const end = performance.now() + seconds * 1000;
  const least = seconds > 0 ? fewest : 0;
  for (let round = 0; round <= least || performance.now() < end; round += 1) {
    for (const work of works) {
      const able = sides.filter(({ kind }) => work.kinds.includes(kind));
      for (const load of loads) {
        for (const side of shuffled(able)) {
          bursts.push(await burstOf({ work, side, ...load, round }));
        }
      }
    }
  }
  return bursts.filter(({ round }) => round > 0);
}
