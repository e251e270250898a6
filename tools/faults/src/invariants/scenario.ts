import { mock } from 'node:test';
import * as fc from 'fast-check';
import { none } from '../harness/figures.ts';
import type { Scenario } from '../harness/scenario.ts';
import { Fixture } from './fixture.ts';
import { step, type Step } from './step.ts';
import { takeStep } from './take-step.ts';

/** Events that histories of this length must contain to prove anything. */
const happenings = [
  'a dead long code refused',
  'a known address before unknown ones',
  'a long code accepted',
  'a mail dropped',
  'a mail that is held asked for again',
  'a mail that left, and nobody knew',
  'a mail that several asked for',
  'a mail with a short code',
  'a mail without a short code',
  'a short code accepted',
  'a turn that pays for no mail',
  'an account suspended',
  'an ask that mails nothing',
  'an hour of asking',
  'short codes closed to everybody',
  'short codes closed to one',
  'the same codes again',
  'too many wrong codes from one place',
];

async function live(fixture: Fixture, history: readonly Step[]): Promise<void> {
  await fixture.begin();
  for (const next of history) await takeStep(fixture, next);
}

/** Plays random histories with at least this many steps. Returns their number. */
async function liveFor(fixture: Fixture, total: number, seed: number): Promise<number> {
  const histories = fc.array(step, { maxLength: 60, size: 'max' });
  const progress = { taken: 0 };
  const property = fc.asyncProperty(histories, async (history) => {
    await live(fixture, history);
    progress.taken += history.length;
  });
  for (let round = 0; progress.taken < total; round += 1) {
    await fc.assert(property, { numRuns: 5, seed: seed + round });
  }
  return progress.taken;
}

/** Prints a failing history with its seed, shortened to the steps that matter. */
export const invariants: Scenario = {
  name: 'invariants',
  promise: 'sign-in agrees with a model through random histories on two instances',
  run: async ({ databaseUrl, short }) => {
    // The short form always plays the same histories.
    const [steps, seed] = short ? [2_000, 40] : [5_000, Math.floor(Math.random() * 1e9)];
    mock.timers.enable({ apis: ['Date'] });
    const fixture = await Fixture.open(databaseUrl);
    try {
      const taken = await liveFor(fixture, steps, seed);
      const missing = happenings.filter((what) => !fixture.seen.has(what));
      return [
        { name: `steps, from seed ${seed}`, value: taken, atLeast: steps },
        none(
          `kinds of events that never came ${missing.join(', ')}`.trim(),
          missing.length,
        ),
      ];
    } finally {
      mock.timers.reset();
      await fixture.close();
    }
  },
};
