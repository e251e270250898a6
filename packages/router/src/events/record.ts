import { statements, type Action, type EventReason } from '@namecard/db';
import { deviceOf } from '../auth/device.ts';
import type { Call, Deps } from '../context.ts';

/** Where an act came from, in words of a fixed vocabulary but for the address. */
export type Origin = { ip: string; browser: string; system: string };

export const originOf = ({ ip, userAgent }: Pick<Call, 'ip' | 'userAgent'>): Origin => ({
  ip,
  ...deviceOf(userAgent),
});

/** Who acts, and from where. */
export type Acting = { actorId: string; origin: Origin };

/** What was done to one row: `before` and `after` hold just what changed, `userId` is the owner where it is a profile. */
export type NewEvent = {
  action: Action;
  userId: string | null;
  profileId?: string;
  username?: string;
  reason?: EventReason | null;
  note?: string | null;
  privateNote?: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** The event that this one takes back. */
  undoes?: string;
};

/** An empty note is none. */
const written = (note: string | null | undefined) => note?.trim() || null;

/**
 * Writes down what was done at once, in one statement and in the caller's transaction, and returns the id of the act that the
 * events share. The rows they tell of have to be locked by then: so a later position means a later event of a row.
 */
export async function recordEvents(
  { em, random }: Pick<Deps, 'em' | 'random'>,
  { actorId, origin }: Acting,
  events: readonly NewEvent[],
): Promise<string> {
  const act = random.id();
  const rows = events.map((event) => ({
    id: random.id(),
    act_id: act,
    action: event.action,
    actor_id: actorId,
    user_id: event.userId,
    profile_id: event.profileId ?? null,
    username: event.username ?? null,
    reason: event.reason ?? null,
    note: written(event.note),
    private_note: written(event.privateNote),
    before: JSON.stringify(event.before),
    after: JSON.stringify(event.after),
    undoes_id: event.undoes ?? null,
    ...origin,
  }));
  if (rows.length > 0) {
    await statements(em).insertInto('events').values(rows).execute();
  }
  return act;
}
