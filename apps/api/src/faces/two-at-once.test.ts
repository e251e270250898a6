import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TwoAtOnce } from './two-at-once.ts';

/** Five calls of a batch, each of which the test ends. */
function runFive() {
  const turns = new TwoAtOnce();
  const begun: PromiseWithResolvers<void>[] = [];
  const ended = Promise.allSettled(
    Array.from({ length: 5 }, () =>
      turns.run(() => {
        const call = Promise.withResolvers<void>();
        begun.push(call);
        return call.promise;
      }),
    ),
  );
  return { turns, begun, ended };
}

it('two calls run at once, and the next begins when one ends or fails', async () => {
  const { begun, ended } = runFive();
  expect(begun).toHaveLength(2);
  for (let number = 0; number < 5; number += 1) {
    if (number % 2 === 0) begun[number]?.reject(new Error('refused'));
    else begun[number]?.resolve();
    await nextTurn();
    expect(begun).toHaveLength(Math.min(5, number + 3));
  }
  expect(await ended).toHaveLength(5);
});

it('once the client has gone no further call begins', async () => {
  const { turns, begun } = runFive();
  turns.end();
  begun[0]?.resolve();
  await nextTurn();
  void turns.run(async () => void begun.push(Promise.withResolvers<void>()));
  await nextTurn();
  expect(begun).toHaveLength(2);
});
