import { validate as isUuid } from 'uuid';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { SessionChoice } from '../access/sessions.sql.ts';
import { endSessions } from '../access/sessions.ts';
import type { Deps } from '../context.ts';
import { addressKey } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import { sessionNotFound } from './errors.ts';
import type { SessionName } from './schemas.ts';

async function endOwn(
  deps: Deps,
  { id, user }: SignedInUser,
  choice: SessionChoice,
): Promise<string[]> {
  const ended = await inTransaction(deps, async (inner) =>
    endSessions(inner, id, choice),
  );
  if (ended.length > 0) {
    deps.telemetry.event('sessions_ended', { address: addressKey(user.email), user: id });
  }
  return ended;
}

/** Ends the session that the call was made with. */
export async function signOut(deps: Deps, actor: SignedInUser): Promise<{ data: null }> {
  await endOwn(deps, actor, { only: actor.sessionId });
  return { data: null };
}

/** Ends one of the actor's own sessions. Gives `SESSION_NOT_FOUND`, for somebody else's too. */
export async function revokeSession(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof SessionName>,
): Promise<{ data: null }> {
  const ended = isUuid(id) ? await endOwn(deps, actor, { only: id }) : [];
  if (ended.length === 0) {
    throw sessionNotFound();
  }
  return { data: null };
}

/** Ends all of the actor's sessions but the one that the call was made with. */
export async function revokeOtherSessions(
  deps: Deps,
  actor: SignedInUser,
): Promise<{ data: null }> {
  await endOwn(deps, actor, { except: actor.sessionId });
  return { data: null };
}
