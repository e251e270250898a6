import type { LeftOut } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { lockUsersAndAdmins } from '../../access/locks.sql.ts';
import { canActOn, isOwn } from '../../access/policy.ts';
import { type NewEvent, recordMore } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { settleReports } from '../users/dismiss-reports.ts';
import { canSuspend } from '../users/policy.ts';
import {
  loadForAction,
  setSuspension,
  type Subject,
} from '../users/role-and-suspension.ts';
import { readTerm } from '../users/users.sql.ts';
import { findOwnersOfHidden } from './acts.sql.ts';

function reasonAgainst(
  { settings }: Deps,
  actor: Moderator,
  { user, locked }: Subject,
): string | undefined {
  if (isOwn(actor, user.id)) return 'OWN_PROFILE';
  if (!canActOn(actor, user.emailKey, settings)) return 'CONFIGURED_ADMIN';
  if (user.role !== 'user' || !canSuspend(locked)) return 'STAFF';
  return locked.isSuspended ? 'ALREADY' : undefined;
}

/** Suspends the owners of cards that the act has hidden, without an end. Returns the others. */
export async function suspendPiece(
  deps: Deps,
  actor: Moderator,
  action: string,
  ids: readonly string[],
): Promise<LeftOut[]> {
  const left: LeftOut[] = [];
  const events: NewEvent[] = [];
  // All at once, in order: each alone would meet others who lock several.
  await lockUsersAndAdmins(deps, ids);
  const concerned = await findOwnersOfHidden(deps.em, action, ids);
  const { since, until } = await readTerm(deps.em, undefined);
  for (const id of ids) {
    const subject = await loadForAction(deps, actor, id);
    const isLeft = concerned.has(id) ? undefined : 'CHANGED';
    const reason = subject ? (reasonAgainst(deps, actor, subject) ?? isLeft) : 'GONE';
    if (!subject || reason) {
      left.push({ id, reason: reason ?? 'GONE' });
    } else {
      events.push(await setSuspension(deps, subject.user, { since, until }));
    }
  }
  if (events.length > 0) {
    await recordMore(deps, action, events);
    await settleReports(deps, actor, action, events);
  }
  return left;
}
