import { setTimeout as sleep } from 'node:timers/promises';
import { failedFigure, p95, readBeside, watchMemory } from '../harness/readers.ts';
import type { Figure } from '../harness/figures.ts';
import { freshEmail, signIn } from '../harness/people.ts';
import type { Attack } from './attack.ts';
import type { Service } from '../harness/start-service.ts';

/** Milliseconds between two reads, which must not be a load themselves. */
const pause = 20;

/** Milliseconds after which a newcomer gives up. */
const longestSignIn = 10_000;

/** Milliseconds of a newcomer's whole sign-in. NaN if it fails. */
async function signInAsNewcomer({ origin, inbox }: Service): Promise<number> {
  const began = performance.now();
  const signingIn = signIn(origin, inbox, freshEmail('newcomer')).then(
    () => performance.now() - began,
    (error: unknown) => {
      console.error('The newcomer could not sign in', error);
      return Number.NaN;
    },
  );
  return Promise.race([signingIn, sleep(longestSignIn, Number.NaN)]);
}

/**
 * Measures others during an attack: their reads, a newcomer's sign-in from
 * another network, and the service's memory.
 * @param seconds of an attack that does not end by itself
 */
export async function measureBeside(
  service: Service,
  seconds: number,
  begin: () => Promise<Attack>,
): Promise<Figure[]> {
  const { origin, tokens, instances } = service;
  const clients = [{ origin, ip: '192.0.2.1', token: tokens.at(-1) ?? '' }];
  // The first calls of a process are slower.
  await readBeside(clients, sleep(1_000), pause);
  const before = await readBeside(clients, sleep((seconds * 1_000) / 3), pause);
  const ended = new AbortController();
  const memory = watchMemory(instances[0].pid(), ended.signal);
  const attack = await begin();
  const [reads, newcomer] = await Promise.all([
    readBeside(clients, attack.ended ?? sleep(seconds * 1_000), pause),
    sleep((seconds * 1_000) / 2).then(() => signInAsNewcomer(service)),
  ]);
  ended.abort();
  const { sent, seconds: lasted, statuses } = await attack.stop();
  const alone = p95(before);
  return [
    { name: 'others alone, p95', value: alone, unit: 'ms' },
    {
      name: 'others beside it, p95',
      value: p95(reads),
      unit: 'ms',
      atMost: Math.max(4 * alone, alone + 30),
    },
    { name: 'others beside it, calls', value: reads.milliseconds.length, atLeast: 1 },
    failedFigure('others alone', before),
    failedFigure('others beside it', reads),
    {
      name: 'a newcomer is signed in after',
      value: newcomer,
      unit: 'ms',
      atMost: longestSignIn,
    },
    { name: 'resident memory, most', value: await memory, unit: 'MB', atMost: 512 },
    { name: 'requests of the attackers', value: sent },
    { name: 'of them a second', value: sent / lasted },
    ...Object.entries(statuses).map(([status, value]) => ({
      name: `answered ${status}`,
      value,
    })),
  ];
}
