import type { Moderator } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { admittedBy } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import {
  addressesOf,
  lockAddresses,
  withdrawRows,
} from '../../invitations/invitations.sql.ts';
import type { UndoOne } from './errors.ts';
import type { DoneEvent } from './undo.sql.ts';

/** Withdraws what is unused. Nobody who joined loses anything. */
export async function undoInvitations(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<UndoOne> {
  const { em, settings } = deps;
  const invited = await addressesOf(
    em,
    events.map(({ id }) => id),
  );
  await lockAddresses(em, [...invited.values()].flat());
  await lockModerator(deps, actor, 'admin');
  const withdrawn = new Map<string, number>();
  for (const [event, addresses] of invited) {
    const count = await withdrawRows(em, addresses, admittedBy(settings));
    if (count > 0) withdrawn.set(event, count);
  }
  return ({ id }, { refuse }) => {
    const count = withdrawn.get(id);
    if (count !== undefined) {
      const after = { withdrawn: count };
      return { type: 'user.uninvited', userId: null, before: {}, after };
    }
    // Everybody of a call may have joined. That is no failure of the list's undo.
    return withdrawn.size > 0
      ? undefined
      : refuse('GONE', 'No unused invitation is left');
  };
}
