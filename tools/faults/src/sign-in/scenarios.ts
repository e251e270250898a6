import { compareAnswers } from './likeness.ts';
import { countSlots, terminateMidTransaction } from './slots.ts';
import { onTwoInstances } from './two-instances.ts';

export const signingIn = [
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
