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

/** One round trip. Returns undefined without a live session of this kind. */
export async function findActor(
  deps: Pick<Deps, 'em' | 'settings'>,
  token: string,
  call: Origin,
  kind: SessionKind,
): Promise<SignedInUser | undefined> {
  const { sessionDays } = deps.settings;
  const row = tokenShapes[kind].test(token)
    ? await findSession(deps.em, { hash: hash('sha256', token), sessionDays })
    : undefined;
  if (row?.kind !== kind) {
    return undefined;
  }
  // Other people know a test login's code. A browser sends a page's cookie by
  // itself. So these sessions never have a role.
  const givesRole = kind === 'token' && !row.isTest;
  const touched = row.untouched
    ? await touchSession(deps.em, { sessionId: row.sessionId, sessionDays })
    : undefined;
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

/** Every instance refuses these session tokens at the next request. Returns ids. */
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
