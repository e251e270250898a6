import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import { endSessions } from '../../access/sessions.ts';
import type { Deps } from '../../context.ts';
import { UserId } from '../../users/schemas.ts';
import { changeUser, mustChangeUser, type Shape } from './change-user.ts';
import { sessionNotFound } from './errors.ts';

/**
 * It can't be undone. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `SESSION_NOT_FOUND`.
 */
export const endOneSession = async (
  deps: Deps,
  actor: Moderator,
  { id, session }: Shape<'EndSessionInput'>,
) =>
  mustChangeUser(deps, actor, { id }, async (inner, { user }) => {
    requireCanActOn(deps, actor, user.emailKey);
    const ended = await endSessions(inner, id, { only: session });
    if (ended.length === 0) {
      throw sessionNotFound();
    }
    return { type: 'session.revoked', userId: id, before: { session }, after: {} };
  });

/** One event for all. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`. */
export const endAllSessions = async (
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
): Promise<Shape<'SessionsEnded'>> =>
  changeUser(deps, actor, { id }, async (inner, { user }) => {
    requireCanActOn(deps, actor, user.emailKey);
    const sessions = await endSessions(inner, id);
    return sessions.length === 0
      ? undefined
      : { type: 'session.revoked', userId: id, before: { sessions }, after: {} };
  });
