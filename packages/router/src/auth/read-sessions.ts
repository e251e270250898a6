import type { SignedInUser } from '../access/caller.ts';
import { listSessions } from '../access/sessions.sql.ts';
import type { Deps } from '../context.ts';
import { sessionView } from './view.ts';

/** The actor's sessions that still sign them in, the one used last first. */
export async function readSessions({ em, settings }: Deps, actor: SignedInUser) {
  const rows = await listSessions(em, settings, actor.id);
  return { data: { sessions: rows.map((row) => sessionView(row, actor.sessionId)) } };
}
