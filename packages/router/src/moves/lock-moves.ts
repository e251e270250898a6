import { Move } from '@namecard/db';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { moveCodeInvalid } from './errors.ts';
import {
  type LockedAccount,
  lockAddressesAndAccount,
  type OpenMove,
  openMovesOf,
} from './moves.sql.ts';

export type Locked = {
  /** Undefined if it was erased meanwhile. */
  account: LockedAccount | undefined;
  /** All moves of the account that are open or can be taken back. */
  moves: readonly Move[];
};

/**
 * Calls `act` in a transaction that holds the addresses of the account's moves, then the
 * account. What was read before may have changed meanwhile.
 * @param by the admin who acts. Other admins lock the account and all admins in the order
 * of their ids.
 */
export async function lockingMoves<Given extends Pick<Deps, 'em'>, Result>(
  deps: Given,
  userId: string,
  act: (inner: Given, locked: Locked) => Promise<Result>,
  by: string | null = null,
): Promise<Result> {
  for (;;) {
    const done = await inTransaction(deps, async (inner) => {
      const { em } = inner;
      const seen = await openMovesOf(em, userId);
      const given = { addresses: addressesOf(seen), userId, by };
      const account = await lockAddressesAndAccount(em, given);
      const open = await openMovesOf(em, userId);
      const isSeen = new Set(seen.map(({ id }) => id));
      if (open.some(({ id }) => !isSeen.has(id))) {
        // Another move began before the locks. They are taken again, in their order.
        return undefined;
      }
      const moves = await em.find(Move, { id: open.map(({ id }) => id) });
      return { result: await act(inner, { account, moves }) };
    });
    if (done) {
      return done.result;
    }
  }
}

const addressesOf = (moves: readonly OpenMove[]): string[] => [
  ...new Set(moves.flatMap(({ fromKey, toKey }) => [fromKey, toKey])),
];

type Typed = {
  /** Reads the moves whose codes work, before the locks and after them. */
  read: (em: Deps['em']) => Promise<OpenMove[]>;
  isRight: (move: OpenMove) => boolean;
};

type Found = { account: LockedAccount; move: Move; moves: readonly Move[] };

/** Calls `act` with the move that typed codes belong to. Fails with `CODE_INVALID`. */
export async function usingCodes<Result>(
  deps: Deps,
  { read, isRight }: Typed,
  act: (inner: Deps, found: Found) => Promise<Result>,
): Promise<Result> {
  const candidates = await read(deps.em);
  if (candidates.length === 0) {
    // Compares with a dummy, so the time tells nothing.
    const keyId = deps.keys.current.id;
    isRight({ id: '', userId: '', keyId, fromKey: '', toKey: '' });
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
