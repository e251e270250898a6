import type { Settings } from '@namecard/testing';
import type { Figure } from '../harness/figures.ts';
import { lookInto } from '../harness/look.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService } from '../harness/service.ts';
import {
  outlastStranger,
  raceRightCodes,
  raceWrongCodes,
  type Fixture,
} from './guesses.ts';
import { compareAnswers } from './likeness.ts';
import { guessAgainAndAgain } from './refills.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';

const racers = 50;

/** Limits that one scenario of many addresses would reach. */
const unclosed: Settings = { MAX_MAILS_PER_HOUR: '0', LIMIT_WRONG_PER_DAY: '0' };

const onTwoInstances = (
  name: string,
  promise: string,
  run: (fixture: Fixture, short: boolean) => Promise<Figure[]>,
): Scenario => ({
  name: `sign-in/${name}`,
  promise,
  run: async ({ databaseUrl, short }) => {
    const wishes = { instances: 2, settings: unclosed };
    await using service = await startService(databaseUrl, wishes);
    await using look = await lookInto(databaseUrl);
    return await run({ service, look }, short);
  },
});

export const signingIn: Scenario[] = [
  onTwoInstances(
    'right-codes',
    'of 50 right verifies at once one signs in',
    async (fixture) => [
      ...(await raceRightCodes(fixture, 'short', racers)),
      ...(await raceRightCodes(fixture, 'long', racers)),
      ...(await raceRightCodes(fixture, 'mixed', racers)),
    ],
  ),
  onTwoInstances(
    'wrong-codes',
    'five wrong short codes are compared, whatever is tried; the owner gets in',
    async (fixture, short) => [
      ...(await raceWrongCodes(fixture, racers)),
      ...(await outlastStranger(fixture, short ? 100 : 1_000)),
      ...(await guessAgainAndAgain(fixture, { rounds: 12, guesses: 10 })),
      ...(await guessAgainAndAgain(fixture, { rounds: 12, guesses: 1 })),
    ],
  ),
  onTwoInstances(
    'likeness',
    'known, unknown, suspended and suppressed addresses: same bytes, same time',
    (fixture, short) => {
      const times = short ? 20 : 300;
      return compareAnswers(fixture, { asks: times, guesses: times });
    },
  ),
  onTwoInstances(
    'slots',
    'connections that end mid-transaction cost no pool a slot',
    async (fixture, short) => [
      ...(await terminateMidTransaction(fixture, short ? 1 : 10)),
      ...(await countSlots(fixture)),
    ],
  ),
];
