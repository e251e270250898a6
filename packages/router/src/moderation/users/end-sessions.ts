import { requireCode } from '../../access/act-codes.ts';
import type { Moderator } from '../../access/caller.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import { endSessions } from '../../access/sessions.ts';
import type { Deps } from '../../context.ts';
import { changeUser, mustChangeUser, type Shape } from './change-user.ts';
import { sessionNotFound } from './errors.ts';
import { shutsOutAdmin, type Subject } from './role-and-suspension.ts';

/**
 * An admin whose sessions are ended again and again is shut out. So it takes a code, and
 * no key can do it.
 */
async function requireConfirmed(
  deps: Deps,
  actor: Moderator,
  { user: { id }, locked }: Subject,
  { session, code }: { session: string | null; code: string | undefined },
): Promise<void> {
  if (shutsOutAdmin(actor, locked)) {
    const detail = [id, 'signed out', session];
    await requireCode(deps, actor, { act: 'give_role', detail, code });
  }
}

/**
 * It can't be undone. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `SESSION_NOT_FOUND`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export const endOneSession = async (
  deps: Deps,
  actor: Moderator,
  { id, session, code }: Shape<'EndSessionInput'>,
) =>
  mustChangeUser(deps, actor, { id }, async (inner, subject) => {
    requireCanActOn(deps, actor, subject.user.emailKey);
    const ended = await endSessions(inner, id, { only: session });
    if (ended.length === 0) {
      throw sessionNotFound();
    }
    await requireConfirmed(inner, actor, subject, { session, code });
    return { type: 'session.revoked', userId: id, before: { session }, after: {} };
  });

/**
 * One event for all. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `CODE_REQUIRED`,
 * `CODE_INVALID`, for a key and an admin `SCOPE_MISSING`.
 */
export const endAllSessions = async (
  deps: Deps,
  actor: Moderator,
  { id, code }: Shape<'EndSessionsInput'>,
): Promise<Shape<'SessionsEnded'>> =>
  changeUser(deps, actor, { id }, async (inner, subject) => {
    requireCanActOn(deps, actor, subject.user.emailKey);
    const sessions = await endSessions(inner, id);
    if (sessions.length === 0) {
      return undefined;
    }
    await requireConfirmed(inner, actor, subject, { session: null, code });
    return { type: 'session.revoked', userId: id, before: { sessions }, after: {} };
  });
