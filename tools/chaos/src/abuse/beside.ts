import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, residentMegabytes } from '@namecard/testing';
import { ask } from '../sign-in/fixture/ask.ts';
import { freshEmail, signIn } from '../sign-in/fixture/people.ts';
import type { Attack } from './attack.ts';
import type { Figure } from '../figures.ts';
import type { Subject } from './subject.ts';

/** Somebody else's reads of themself, one after the other. */
type Reads = { milliseconds: number[]; failures: (number | 'none')[] };

/** Milliseconds between two reads: they are to be measured, not to be a load. */
const pause = 20;

async function readOneself(
  { origin, tokens }: Subject,
  whole: Promise<unknown>,
): Promise<Reads> {
  const reads: Reads = { milliseconds: [], failures: [] };
  const question = { token: tokens.at(-1) ?? '', ip: '192.0.2.1' };
  const ending = new AbortController();
  const ended = whole.finally(() => ending.abort());
  while (!ending.signal.aborted) {
    const answer = await ask(`${origin}/api/v1/users/me`, question).catch(
      () => undefined,
    );
    if (answer?.status !== 200) {
      reads.failures.push(answer?.status ?? 'none');
    }
    reads.milliseconds.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY);
    await sleep(pause);
  }
  await ended;
  return reads;
}

/** Milliseconds after which a newcomer gives up. */
const longestSignIn = 10_000;

/** Milliseconds that a newcomer's whole sign-in takes; NaN where it fails. */
async function signInAsNewcomer({ origin, inbox }: Subject): Promise<number> {
  const began = performance.now();
  const signingIn = signIn(
    { origins: [origin, origin], inbox },
    freshEmail('newcomer'),
  ).then(
    () => performance.now() - began,
    (error: unknown) => {
      console.error('The newcomer could not sign in', error);
      return Number.NaN;
    },
  );
  return Promise.race([signingIn, sleep(longestSignIn, Number.NaN)]);
}

/** Looks at the service's memory again and again until it is stopped, and gives the most there was; NaN where the service ended. */
function watchMemory(pid: number): () => number {
  let most = 0;
  const timer = setInterval(() => {
    try {
      most = Math.max(most, residentMegabytes(pid));
    } catch {
      most = Number.NaN;
    }
  }, 100);
  return () => {
    clearInterval(timer);
    return most;
  };
}

const p95 = ({ milliseconds }: Reads) => percentile(milliseconds, 0.95);

/**
 * What others meet beside an attack: their reads, a newcomer's sign-in on another network, and the service's memory.
 * @param seconds of an attack that does not end by itself; the time alone before it is a third of that
 */
export async function measureBeside(
  subject: Subject,
  seconds: number,
  begin: () => Promise<Attack>,
): Promise<Figure[]> {
  // What runs for the first time is slower.
  await readOneself(subject, sleep(1_000));
  const before = await readOneself(subject, sleep((seconds * 1_000) / 3));
  const stopWatching = watchMemory(subject.pid);
  const attack = await begin();
  const [reads, newcomer] = await Promise.all([
    readOneself(subject, attack.ended ?? sleep(seconds * 1_000)),
    sleep((seconds * 1_000) / 2).then(() => signInAsNewcomer(subject)),
  ]);
  const memory = stopWatching();
  const { sent, seconds: lasted, statuses } = await attack.stop();
  const failures = [...before.failures, ...reads.failures];
  const how = [...new Set(failures)].join(', ');
  const alone = p95(before);
  const limit = Math.max(4 * alone, alone + 30);
  return [
    { name: 'GET /users/me alone, p95', value: alone, unit: 'ms' },
    {
      name: 'GET /users/me beside it, p95',
      value: p95(reads),
      unit: 'ms',
      atMost: limit,
    },
    { name: 'GET /users/me beside it, asked', value: reads.milliseconds.length },
    { name: `GET /users/me, failed ${how}`.trim(), value: failures.length, atMost: 0 },
    {
      name: 'a newcomer is signed in after',
      value: newcomer,
      unit: 'ms',
      atMost: longestSignIn,
    },
    { name: 'resident memory, most', value: memory, unit: 'MB', atMost: 512 },
    { name: 'requests of the attackers', value: sent },
    { name: 'of them a second', value: sent / lasted },
    ...Object.entries(statuses).map(([status, value]) => ({
      name: `answered ${status}`,
      value,
    })),
  ];
}
