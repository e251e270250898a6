import type { SignedInUser } from '../access/caller.ts';
import { listSessions } from '../access/sessions.sql.ts';
import type { Deps } from '../context.ts';
import { sessionView } from './view.ts';

/** Lists the actor's live sessions, the last used one first. */
export async function readSessions({ em, settings }: Deps, actor: SignedInUser) {
  const rows = await listSessions(em, settings, actor.id);
  return { data: { sessions: rows.map((row) => sessionView(row, actor.sessionId)) } };
}
