import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import { endSessions } from '../../access/sessions.ts';
import type { Deps } from '../../context.ts';
import { UserId } from '../../users/schemas.ts';
import { changeUser, mustChangeUser, type Shape } from './change-user.ts';
import { sessionNotFound } from './errors.ts';

/** Ends one session of a user. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `SESSION_NOT_FOUND`. It can't be undone. */
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

/** Ends all sessions of a user, as one event; none to end is no action. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`. */
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
