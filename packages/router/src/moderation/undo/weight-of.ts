import type { Executor } from '@namecard/db';
import { countAccounts } from '../profiles/profiles.sql.ts';
import { cardsOf } from './policy.ts';
import type { DoneEvent } from './undo.sql.ts';

const suspensions: ReadonlySet<string> = new Set(['user.suspended', 'user.unsuspended']);

/** What undoing these events counts as: their cards, and accounts with theirs. */
export async function weightOf(
  em: Executor,
  events: readonly DoneEvent[],
): Promise<number> {
  const accounts = events.flatMap(({ type, userId }) =>
    suspensions.has(type) ? (userId ?? []) : [],
  );
  return cardsOf(events).size + (await countAccounts(em, [...new Set(accounts)]));
}
