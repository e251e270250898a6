import { deriveMoveCode, type MovePurpose, sameCode } from '../access/codes.ts';
import type { KeyRing } from '../access/keys.ts';
import { readGuess } from '../access/typed-code.ts';
import type { OpenMove } from './moves.sql.ts';

/**
 * Whether the typed text is the move's code of this purpose. Codes are long ones, which
 * nobody can guess, so no wrong one is counted.
 */
export function isCodeOf(
  keys: KeyRing,
  purpose: MovePurpose,
  move: OpenMove,
  typed: string,
): boolean {
  const guess = readGuess(typed);
  const key = keys.find(move.keyId);
  return (
    guess?.kind === 'long' &&
    key !== undefined &&
    sameCode(deriveMoveCode(key, purpose, move), guess.code)
  );
}
