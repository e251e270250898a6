import type { Moderator } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { admittedBy } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import {
  addressesOf,
  lockAddresses,
  withdrawRows,
} from '../../invitations/invitations.sql.ts';
import { rejected } from '../schemas.ts';
import { rejection, type Undoing } from './errors.ts';
import { type DoneEvent, readSince } from './undo.sql.ts';

/** Withdraws what is unused. Nobody who joined loses anything. */
export async function undoInvitations(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  const { em, settings } = deps;
  const ids = events.map(({ id }) => id);
  const invited = await addressesOf(em, ids);
  await lockAddresses(em, [...invited.values()].flat());
  await lockModerator(deps, actor, 'admin');
  const since = await readSince(em, events);
  const undoings: Undoing[] = [];
  for (const event of events) {
    const { id } = event;
    const error = rejection(actor, event, null, since.get(id));
    if (error) {
      undoings.push({ result: error });
      continue;
    }
    const withdrawn = await withdrawRows(em, invited.get(id) ?? [], admittedBy(settings));
    undoings.push(
      withdrawn === 0
        ? { result: rejected(id, null, 'GONE', 'No unused invitation is left') }
        : {
            result: { id, label: null, outcome: 'done' },
            event: {
              type: 'user.uninvited',
              userId: null,
              before: {},
              after: { withdrawn },
              undoesId: id,
            },
          },
    );
  }
  // Everybody of a call may have joined. That is no failure of the list's undo.
  return undoings.some(({ event }) => event !== undefined)
    ? undoings.filter(
        ({ result }) => result.outcome === 'done' || result.error.reason !== 'GONE',
      )
    : undoings;
}
