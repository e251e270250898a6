import { validate as isUuid } from 'uuid';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { SessionChoice } from '../access/sessions.sql.ts';
import { endSessions } from '../access/sessions.ts';
import type { Deps } from '../context.ts';
import { addressKey } from '../addresses.ts';
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

export async function signOut(deps: Deps, actor: SignedInUser): Promise<{ data: null }> {
  await endOwn(deps, actor, { only: actor.sessionId });
  return { data: null };
}

/** Fails with `SESSION_NOT_FOUND`, also for a session of another user. */
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

/** Ends all sessions of the actor except the one of this call. */
export async function revokeOtherSessions(
  deps: Deps,
  actor: SignedInUser,
): Promise<{ data: null }> {
  await endOwn(deps, actor, { except: actor.sessionId });
  return { data: null };
}
