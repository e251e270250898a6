import type { Moderator } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { reopenDismissed } from '../../jobs/reopen-dismissed.ts';
import { dismissItems, lockReported } from './dismiss-reports.sql.ts';

const usersOf = (events: readonly NewEvent[], type: NewEvent['type']) =>
  events.flatMap((event) => (event.type === type ? (event.userId ?? []) : []));

/**
 * Settles what people reported when they are suspended as spam, or no longer
 * suspended. Call it after the action is recorded: it reads the reasons.
 */
export async function settleReports(
  deps: Deps,
  actor: Moderator,
  action: string,
  events: readonly NewEvent[],
): Promise<void> {
  const { em, settings } = deps;
  const suspended = usersOf(events, 'user.suspended');
  if (suspended.length > 0) {
    await lockReported(em, { people: suspended });
    const by = actor.kind === 'user' ? personOf(actor) : null;
    await dismissItems(em, { people: suspended, action, by }, settings);
  }
  const free = usersOf(events, 'user.unsuspended');
  if (free.length > 0) {
    await reopenDismissed(deps, free);
  }
}
