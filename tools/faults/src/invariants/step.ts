import { day, hour, minute, second } from './time.ts';
import * as fc from 'fast-check';

/** People in a history. The provider refuses mail to the last one. */
export const population = 3;

const who = fc.nat(population - 1);
const instance = fc.constantFrom(0, 1);
/** Whether the address is typed in capitals. */
const capitals = fc.boolean();
const number = fc.nat(999_999);

/**
 * The sent code: of the newest or an earlier challenge, of an ended one, of
 * another person, or none.
 */
const pick = fc.constantFrom(
  'newest' as const,
  'newest' as const,
  'older' as const,
  'ended' as const,
  'another' as const,
  'wrong' as const,
  'wrong' as const,
  'wrong' as const,
);

/** Spans around a change, to the microsecond. */
const turningPoint = fc
  .record({
    span: fc.constantFrom(
      30 * second,
      5 * minute,
      8 * minute,
      10 * minute,
      30 * minute,
      58 * minute,
      hour,
      day,
    ),
    off: fc.constantFrom(-1, 0, 1),
  })
  .map(({ span, off }) => span + off);

const wait = fc.oneof(
  { weight: 3, arbitrary: turningPoint },
  { weight: 6, arbitrary: fc.integer({ min: second, max: 4 * minute }) },
  { weight: 1, arbitrary: fc.integer({ min: hour, max: 30 * hour }) },
);

/** Anywhere, or one of two addresses in a network. */
const from = fc.constantFrom(
  undefined,
  undefined,
  undefined,
  '192.0.2.1',
  '192.0.2.1',
  '192.0.2.2',
);

const send = fc.record({
  kind: fc.constant('send' as const),
  who,
  instance,
  capitals,
  from,
});
const guess = fc.record({
  kind: fc.constant('guess' as const),
  who,
  instance,
  capitals,
  pick,
  number,
  from,
  long: fc.boolean(),
  /** How often, one after another: enough to reach a limit, or once. */
  times: fc.constantFrom(1, 1, 1, 6),
});
const waiting = fc.record({ kind: fc.constant('wait' as const), span: wait });
const deliver = fc.record({
  kind: fc.constant('deliver' as const),
  instance,
  provider: fc.constantFrom('takes it', 'takes it', 'fails', 'takes it, and we crash'),
});
const suspend = fc.record({ kind: fc.constant('suspend' as const), who });
const unsuspend = fc.record({ kind: fc.constant('unsuspend' as const), who });
const sweep = fc.record({ kind: fc.constant('sweep' as const), instance });
const bombing = fc.record({
  kind: fc.constant('an hour of asking' as const),
  who,
  off: fc.constantFrom(-1, 0, 1),
});

/** One event of a history, as plain data: readable, shrinkable and repeatable. */
export const step = fc.oneof(
  { weight: 24, arbitrary: send },
  { weight: 40, arbitrary: guess },
  { weight: 20, arbitrary: waiting },
  { weight: 14, arbitrary: deliver },
  { weight: 4, arbitrary: suspend },
  { weight: 3, arbitrary: unsuspend },
  { weight: 3, arbitrary: sweep },
  { weight: 2, arbitrary: bombing },
);

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
