import assert from 'node:assert/strict';
import type { Observed, Turn } from './observe.ts';
import type { Fixture } from './fixture.ts';

/**
 * The possible next turns: the IP address and network have a token, and so has the
 * total.
 */
export function turnsToCome({ brake, now }: Fixture, { turns }: Observed): Turn[] {
  const waiting = turns.filter(({ state }) => state === 'waiting');
  return brake.hasTokenOfAll(now)
    ? waiting.filter((turn) => brake.hasTokens(turn, now))
    : [];
}

/** One turn paid, and it was the next one. */
export function expectPaid(fixture: Fixture, before: Observed, after: Observed): Turn {
  const { brake, now } = fixture;
  const waiting = new Set(
    before.turns.flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])),
  );
  const paid = after.turns.filter(
    ({ id, state }) => state !== 'waiting' && waiting.has(id),
  );
  const [turn] = paid;
  assert.equal(paid.length, 1, 'invariant 11: one turn pays at a time');
  if (!turn) throw new Error('No turn paid');
  const turns = turnsToCome(fixture, before);
  assert.ok(
    turns.some(({ id }) => id === turn.id),
    'invariant 11: who pays has a token at each level',
  );
  let rivals = turns;
  for (const level of ['allocation', 'network', 'ip'] as const) {
    const counts = rivals.map((rival) => brake.paidOf(rival, level, now));
    assert.equal(
      brake.paidOf(turn, level, now),
      Math.min(...counts),
      `invariant 11: the ${level} with the fewest comes first`,
    );
    rivals = rivals.filter((rival) => rival[level] === turn[level]);
  }
  if (turns.length > 1) fixture.saw('networks by turns');
  const isMailed = turn.state === 'mailed';
  if (!isMailed) fixture.saw('a turn that pays for no mail');
  assert.equal(
    isMailed,
    before.mails.some(({ isHeld, recipient }) => isHeld && recipient === turn.address),
    'invariant 11: the held mail of an address leaves with its next turn',
  );
  brake.pay({ ...turn, isMailed, at: now });
  return turn;
}
