import { statements, type Action, type EventReason } from '@namecard/db';
import { sql } from 'kysely';
import { deviceOf } from '../auth/device.ts';
import type { Call, Deps } from '../context.ts';

/** Where an act came from, in words of a fixed vocabulary but for the address. */
export type Origin = { ip: string; browser: string; system: string };

/** Where a call comes from. */
export const originOf = ({ ip, userAgent }: Pick<Call, 'ip' | 'userAgent'>): Origin => ({
  ip,
  ...deviceOf(userAgent),
});

/** Who acts, null where their account was erased meanwhile, and from where. */
export type Acting = { actorId: string | null; origin: Origin };

/** What was done to one row: `before` and `after` hold just what changed, `userId` is the owner where it is a profile. */
export type NewEvent = {
  action: Action;
  userId: string | null;
  profileId?: string;
  username?: string;
  reason?: EventReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
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
    action: event.action,
    user_id: event.userId,
    profile_id: event.profileId ?? null,
    username: event.username ?? null,
    reason: event.reason ?? null,
    note: written(event.note),
    private_note: written(event.privateNote),
    before: event.before,
    after: event.after,
    undoes_id: event.undoes ?? null,
  }));
  // As one value, so that the statement's text does not depend on how many there are.
  await sql`
    insert into events (
      id, act_id, action, actor_id, user_id, profile_id, username, reason, note, private_note, before, after, undoes_id,
      ip, browser, system
    )
    select id, ${act}, action, ${actorId}, user_id, profile_id, username, reason, note, private_note, before, after,
      undoes_id, ${origin.ip}, ${origin.browser}, ${origin.system}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (
      id uuid, action text, user_id uuid, profile_id uuid, username text, reason text, note text, private_note text,
      before jsonb, after jsonb, undoes_id uuid
    )
  `.execute(statements(em));
  return act;
}
