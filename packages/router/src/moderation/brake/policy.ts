import type { KeyActor, Moderator, UserActor } from '../../access/caller.ts';

/**
 * The profiles that one person, or one service key, may change within so many hours. A thousand are all that one owner may have, and
 * more than anybody judges in an hour; three thousand are a wave of spam that takes a day. A stolen session that is faster stands
 * still, and an admin reads of it. What a session changes is counted with its person.
 */
export const limits = {
  hour: { hours: 1, most: 1_000 },
  day: { hours: 24, most: 3_000 },
} as const;

export type Limit = (typeof limits)[keyof typeof limits];

/** Whether what the actor changes is limited. It is not for admins in person, who decide about what waits, and for operators. */
export const isBraked = (actor: Moderator): actor is UserActor | KeyActor =>
  actor.kind === 'key' || (actor.kind === 'user' && actor.role !== 'admin');

/** Acts of one person that wait for an admin at a time. */
export const mostWaiting = 100;
