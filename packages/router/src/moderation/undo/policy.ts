import type { Moderator } from '../../access/caller.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import type { DoneEvent, Staff } from './undo.sql.ts';

/** Cards of others' acts per call: enough for a mistake, not for a campaign. */
export const mostOfOthers = 50;

/** Events of one transaction: their rows are locked for about a second. */
export const mostAtOnce = 1_000;

/** Events of one undo: as many as an act on a whole search makes. */
export const mostEvents = 10_000;

type Done = Pick<DoneEvent, 'actorId' | 'isRecent' | 'undidOwn'>;

export const isOwnAct = (actor: Moderator, { actorId }: Done): boolean =>
  actor.kind !== 'operator' && actor.id === actorId;

/**
 * Whether it only takes back the actor's own act of the last 24 hours. Doing again what
 * one took back counts: else a thief could hide and show the same cards without end.
 */
export const isFree = (actor: Moderator, done: Done): boolean =>
  done.isRecent && !done.undidOwn && isOwnAct(actor, done);

/** Whether only an admin may undo so many cards. A key acts for an admin. */
export const takesAdmin = (
  actor: Moderator,
  done: readonly Done[],
  cards: number,
): boolean =>
  actor.kind === 'user' &&
  actor.role !== 'admin' &&
  cards > mostOfOthers &&
  !done.every((event) => isOwnAct(actor, event));

type Given = Pick<NewEvent, 'type' | 'userId' | 'before' | 'after'>;

/**
 * Users and the roles that events give them, the other admins whom they suspend, and the
 * staff whose suspension they end, if that takes a code.
 */
export const rolesGiven = (
  events: readonly Given[],
  staff: Staff,
): [string | null, unknown][] =>
  events.flatMap(({ type, userId, before, after }) => {
    if (type === 'user.role_changed') {
      const takesCode = after['role'] !== 'user' || before['role'] === 'admin';
      return takesCode ? [[userId, after['role']]] : [];
    }
    const person = staff.get(userId ?? '');
    if (after['suspended']) {
      return person?.isAdmin ? [[userId, 'suspended']] : [];
    }
    return after['suspended'] === null && person ? [[userId, 'unsuspended']] : [];
  });

/** The profiles of events. */
export const cardsOf = (events: readonly Pick<DoneEvent, 'profileId'>[]): Set<string> =>
  new Set(events.flatMap(({ profileId }) => profileId ?? []));
