import assert from 'node:assert/strict';
import type { Observed, Turn } from './observe.ts';

export const waitingIn = ({ turns }: Observed): Turn[] =>
  turns.filter(({ state }) => state === 'waiting');

/** One turn paid: for the held mail of its address, or for none. */
export function expectPaid(before: Observed, after: Observed): Turn {
  const waiting = new Set(waitingIn(before).map(({ id }) => id));
  const [turn, ...others] = after.turns.filter(
    ({ id, state }) => state !== 'waiting' && waiting.has(id),
  );
  assert.ok(turn && others.length === 0, 'invariant 11: one turn pays at a time');
  assert.equal(
    turn.state === 'mailed',
    before.mails.some(({ isHeld, recipient }) => isHeld && recipient === turn.address),
    'invariant 11: the held mail of an address leaves with its next turn',
  );
  return turn;
}
