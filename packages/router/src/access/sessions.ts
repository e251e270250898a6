import { hash } from 'node:crypto';
import { readInstant, Session, type SessionKind } from '@namecard/db';
import type { Deps } from '../context.ts';
import type { Origin, SignedInUser } from './caller.ts';
import { roleOf } from './policy.ts';
import {
  findSession,
  lockSessions,
  type SessionChoice,
  touchSession,
} from './sessions.sql.ts';

const tokenShapes: Record<SessionKind, RegExp> = {
  token: /^nc_[A-Za-z0-9_-]{43}$/,
  page: /^np_[A-Za-z0-9_-]{43}$/,
};

/** The user behind a token of a session of the kind, in one round trip; undefined when it does not, or no longer, sign anybody in. */
export async function findActor(
  deps: Pick<Deps, 'em' | 'settings'>,
  token: string,
  call: Origin,
  kind: SessionKind,
): Promise<SignedInUser | undefined> {
  const { sessionDays } = deps.settings;
  const row = tokenShapes[kind].test(token)
    ? await findSession(deps.em, sessionDays, hash('sha256', token))
    : undefined;
  if (row?.kind !== kind) {
    return undefined;
  }
  // The code of a test login is known to others than the user, and a page's cookie comes along by itself: neither ever gives
  // what a role gives.
  const givesRole = kind === 'token' && !row.isTest;
  const [touched] = row.untouched
    ? await touchSession(deps.em, { sessionId: row.sessionId, sessionDays })
    : [];
  return {
    kind: 'user',
    id: row.id,
    role: givesRole ? roleOf(row, deps.settings) : 'user',
    isConfiguredAdmin: givesRole && deps.settings.adminEmails.has(row.emailKey),
    origin: call,
    sessionId: row.sessionId,
    isFresh: row.isFresh,
    hasJustSignedIn: row.hasJustSignedIn,
    user: row,
    language: row.language,
    sessionEndsAt: touched?.endsAt ?? row.endsAt,
  };
}

/**
 * Ends the user's sessions, or those that are chosen, in the caller's transaction: their tokens are refused from the next request
 * on, by every instance. Returns their ids; none where they had ended before.
 */
export async function endSessions(
  { em }: Pick<Deps, 'em'>,
  userId: string,
  choice: SessionChoice = {},
): Promise<string[]> {
  const ids = await lockSessions(em, userId, choice);
  const now = await readInstant(em);
  for (const session of await em.find(Session, { id: ids })) {
    session.end(now);
  }
  await em.flush();
  return ids;
}
