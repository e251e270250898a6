import type { Moderator } from '../../access/caller.ts';
import type { DoneEvent } from './undo.sql.ts';

/** Cards that a moderator brings back from others' acts in one call: enough for a colleague's mistake, too few for a campaign. */
export const mostOfOthers = 50;

type Done = Pick<DoneEvent, 'actorId' | 'isRecent'>;

export const isOwnAct = (actor: Moderator, { actorId }: Done): boolean =>
  actor.kind !== 'operator' && actor.id === actorId;

/** Whether undoing it only takes back what the actor has just done: nobody has to watch over that. */
export const isFree = (actor: Moderator, done: Done): boolean =>
  done.isRecent && isOwnAct(actor, done);

/** Whether the actor may not undo so many cards of these acts. A key acts for the admin who made it. */
export const takesAdmin = (
  actor: Moderator,
  done: readonly Done[],
  cards: number,
): boolean =>
  actor.kind === 'user' &&
  actor.role !== 'admin' &&
  cards > mostOfOthers &&
  !done.every((event) => isOwnAct(actor, event));
