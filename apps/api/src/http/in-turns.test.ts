import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurns } from './in-turns.ts';

it('does twenty pieces in a turn of the loop, one of each line in order', async () => {
  const soon = inTurns();
  const done: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    soon(() => done.push(`crowd ${index}`), 'crowd');
  }
  soon(() => done.push('one'), 'one');
  await nextTurn();
  expect(done.slice(0, 3)).toEqual(['crowd 0', 'one', 'crowd 1']);
  expect(done).toHaveLength(20);
  while (done.length < 101) await nextTurn();
  expect(done.at(-1)).toBe('crowd 99');
});

it('goes on after work that adds work', async () => {
  const soon = inTurns();
  const done: string[] = [];
  const work = () => {
    done.push('one');
    if (done.length < 50) soon(work);
  };
  soon(work);
  while (done.length < 50) await nextTurn();
  expect(done).toHaveLength(50);
});
