import type { Move } from '@namecard/db';
import { deriveMoveCode, type MovePurpose, sameCode } from '../access/codes.ts';
import { readGuess } from '../access/typed-code.ts';
import type { Deps } from '../context.ts';
import { moveCodeInvalid } from './errors.ts';
import { lockingMoves } from './lock-moves.ts';
import type { LockedAccount, OpenMove } from './moves.sql.ts';

type Typed = {
  /** All must be right. They are long ones, which nobody can guess, so none is counted. */
  codes: readonly (readonly [MovePurpose, typed: string])[];
  /** Reads the moves whose codes work, before the locks and after them. */
  read: (em: Deps['em']) => Promise<OpenMove[]>;
};

type Found = { account: LockedAccount; move: Move; moves: readonly Move[] };

/** Calls `act` with the move that typed codes belong to. Fails with `CODE_INVALID`. */
export async function usingCodes<Result>(
  deps: Deps,
  { codes, read }: Typed,
  act: (inner: Deps, found: Found) => Promise<Result>,
): Promise<Result> {
  const { keys } = deps;
  const isRight = (move: OpenMove) =>
    codes.every(([purpose, typed]) => {
      const guess = readGuess(typed);
      const key = keys.find(move.keyId);
      return (
        guess?.kind === 'long' &&
        key !== undefined &&
        sameCode(deriveMoveCode(key, purpose, move), guess.code)
      );
    });
  const candidates = await read(deps.em);
  if (candidates.length === 0) {
    // Compares with a dummy, so the time tells nothing.
    isRight({ id: '', userId: '', keyId: keys.current.id, fromKey: '', toKey: '' });
  }
  const found = candidates.find(isRight);
  if (!found) {
    throw moveCodeInvalid();
  }
  return lockingMoves(deps, found.userId, async (inner, { account, moves }) => {
    const current = await read(inner.em);
    const move = moves.find(({ id }) => id === found.id);
    if (!account || !move || !current.some(({ id }) => id === move.id)) {
      throw moveCodeInvalid();
    }
    if (move.doneAt === null && !move.canHappenTo(account)) {
      throw moveCodeInvalid();
    }
    return act(inner, { account, move, moves });
  });
}
