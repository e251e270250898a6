import { giveClock, useTestDatabase } from '@namecard/db/testing';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { step, type Step } from './step.ts';
import { expectNoSecrets, sweep } from './sweeping.ts';
import { takeStep } from './take-step.ts';
import { day } from './time.ts';
import { Fixture } from './fixture.ts';
import * as fc from 'fast-check';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `run.ts`, for histories of many more steps. */
    histories?: { steps: number; seed: number };
  }
}

/** What ordinary runs take: the same histories every time. */
const { steps, seed } = inject('histories') ?? { steps: 250, seed: 40 };

const database = useTestDatabase();
let fixture: Fixture;
let taken = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  fixture = await Fixture.open(database(), await giveClock(database().orm));
});

afterAll(async () => {
  vi.useRealTimers();
  await fixture.close();
});

async function live(history: readonly Step[]): Promise<void> {
  await fixture.begin();
  for (const next of history) {
    await takeStep(fixture, next);
    taken += 1;
  }
  await expectNoSecrets(fixture);
  await fixture.wait(day + 1);
  await sweep(fixture, fixture.instance(0));
}

/** What has to happen in histories of this many steps, if they are to prove anything. */
const happenings = [
  '30 right ones at once, long',
  '30 right ones at once, mixed',
  '30 right ones at once, short',
  '30 wrong ones at once',
  '30 wrong ones at once from one place',
  '50 first sends at once',
  'a dead long code refused',
  'a known address before unknown ones',
  'a late loser',
  'a long code accepted',
  'a mail dropped',
  'a mail that is held asked for again',
  'a mail that left, and nobody knew',
  'a mail that several asked for',
  'a mail with a short code',
  'a mail without a short code',
  'a session ended',
  'a short code accepted',
  'a token given back',
  'an account suspended',
  'an address forgotten',
  'an ask that mails nothing',
  'an hour of asking',
  'mail held by all',
  'mail held by its source',
  'networks by turns',
  'short codes closed to everybody',
  'short codes closed to one',
  'the same codes again',
  'too many wrong codes from one place',
];

/** Runs histories until they have taken so many steps together. */
async function liveFor(total: number): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), live);
  let round = 0;
  do {
    await fc.assert(property, { numRuns: 5, seed: seed + round });
    round += 1;
  } while (stepsTaken() < total);
}

const stepsTaken = () => taken;

it(
  'keeps the invariants of signing in through random histories on two instances',
  { timeout: 60_000 + steps * 200 },
  async ({ annotate }) => {
    await liveFor(steps);
    const seen = [...fixture.seen].map(([what, times]) => `${what}: ${times}`);
    await annotate(`${taken} steps, seed ${seed}; ${seen.join(', ')}`);
    expect([...fixture.seen.keys()]).toEqual(expect.arrayContaining(happenings));
  },
);
