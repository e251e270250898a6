import type { Executor } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import type { CardAct } from '../brake/brake.ts';
import { countAccounts } from '../profiles/profiles.sql.ts';
import { takenBack, undoTakesAdmin } from './errors.ts';
import { cardsOf, isFree, rolesGiven, takesAdmin } from './policy.ts';
import { type DoneEvent, findStaff } from './undo.sql.ts';

const suspensions: ReadonlySet<string> = new Set(['user.suspended', 'user.unsuspended']);

/** What undoing these events counts as: their cards, and accounts with theirs. */
async function weightOf(em: Executor, events: readonly DoneEvent[]): Promise<number> {
  const accounts = events.flatMap(({ type, userId }) =>
    suspensions.has(type) ? (userId ?? []) : [],
  );
  return cardsOf(events).size + (await countAccounts(em, [...new Set(accounts)]));
}

/**
 * The undo of these events as an act that the actor's limits judge. Free undos count for
 * nothing. Giving a role back and suspending an admin again take a code. Fails with
 * `UNDO_TAKES_ADMIN`.
 * @param changed how many cards it changes
 */
export async function actOf(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
  changed: number,
): Promise<CardAct> {
  if (takesAdmin(actor, events, changed)) {
    throw undoTakesAdmin();
  }
  const staff = await findStaff(deps, events, personOf(actor));
  const counted = events.filter((event) => !isFree(actor, event));
  return {
    kind: 'undo',
    subjects: events.map(({ id }) => ({ id })),
    ownerIds: events.flatMap(({ userId }) => userId ?? []),
    roles: rolesGiven(
      events.map((event) => ({ ...event, ...takenBack(event) })),
      staff,
    ),
    cards: await weightOf(deps.em, counted),
  };
}
