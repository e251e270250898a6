import {
  type AuditEventType,
  ModerationAction,
  type ModerationActionType,
  type ModerationReason,
} from '@namecard/db';
import { type Actor, operator, type UserActor } from '../access/caller.ts';
import { deviceOf } from '../access/device.ts';
import type { Deps } from '../context.ts';
import { settleItems } from '../items/settle-items.ts';
import { decisionKind, ensureJobs } from '../jobs/jobs.sql.ts';
import type { Telemetry } from '../telemetry.ts';
import { afterCommit, inTransaction } from '../transaction.ts';
import { insertEvents } from './record-action.sql.ts';

/** What is asked for, and why. */
export type NewAction = {
  type: ModerationActionType;
  reason?: ModerationReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
  /** How many rows it is asked for, where not all of them were changed. */
  requested?: number;
  /** How many profiles it counts as towards what the actor may change. */
  cards?: number;
};

/** What is done to one row: `before` and `after` hold just what changes, `userId` is the owner where it is a profile. */
export type NewEvent = {
  type: AuditEventType;
  userId: string | null;
  profileId?: string;
  username?: string;
  /** The row's revision once it is changed. */
  subjectRevision?: number;
  /** Where they differ from the action's. */
  reason?: ModerationReason | null;
  note?: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  undoesId?: string;
  /** The items that it leaves open, though an event of its type closes such ones: they are for somebody else. */
  spared?: readonly string[];
};

/** Who acted, as the history keeps it: of a user who was erased meanwhile no more than the kind. */
type RecordedActor =
  | Actor
  | (Pick<UserActor, 'kind' | 'origin' | 'sessionId'> & { id: null });

type Recording = Pick<Deps, 'em' | 'random'> & {
  telemetry: Pick<Telemetry, 'moderated'>;
};

/** An empty note is none. */
const writtenNote = (note: string | null | undefined) => note?.trim() || null;

/** Minutes until people are mailed: a moderator's slip is undone by then, and mails nobody. */
const minutesToMail = 10;

/** Has those mailed whose card was hidden or whose account was suspended, if that stands by then. */
async function requestMails(em: Recording['em'], events: readonly NewEvent[]) {
  const concerned = events.flatMap(({ type, userId }) =>
    type === 'profile.hidden' || type === 'user.suspended' ? (userId ?? []) : [],
  );
  if (concerned.length > 0) {
    const keys = [...new Set(concerned)];
    await ensureJobs(em, { kind: decisionKind, keys, minutes: minutesToMail });
  }
}

type Written = Pick<ModerationAction, 'id' | 'actorKind' | 'actorId' | 'note'>;

async function writeEvents(
  { em, random, telemetry }: Recording,
  { id, actorKind, actorId, note }: Written,
  events: readonly NewEvent[],
): Promise<void> {
  const lines = events.map((event) => ({ ...event, id: random.id(), actionId: id }));
  await insertEvents(em, { events: JSON.stringify(lines) });
  const by = actorKind === 'user' ? actorId : null;
  await settleItems(em, { action: id, by, note, events });
  await requestMails(em, events);
  afterCommit(em, () => {
    for (const { type } of events) telemetry.moderated(type);
  });
}

/**
 * Writes a moderation action with its events, settles the items that they decide about, has those concerned mailed, and writes whatever
 * else the transaction's entities have changed; returns the action's id. The rows that the events are about have to be locked by then: so a later position means a later event of a row.
 */
export async function recordAction(
  { em, random, telemetry }: Recording,
  actor: RecordedActor,
  action: NewAction,
  events: readonly NewEvent[],
): Promise<string> {
  const { kind, origin } = actor;
  const written = em.create(ModerationAction, {
    ip: origin.ip,
    ...deviceOf(origin.userAgent),
    id: random.id(),
    type: action.type,
    actorKind: kind,
    actorId: 'id' in actor ? actor.id : null,
    sessionId: 'sessionId' in actor ? actor.sessionId : null,
    reason: action.reason ?? null,
    note: writtenNote(action.note),
    privateNote: writtenNote(action.privateNote),
    requested: action.requested ?? events.length,
    done: events.length,
    cards: action.cards ?? 0,
  });
  await em.flush();
  await writeEvents({ em, random, telemetry }, written, events);
  return written.id;
}

/** Writes more events of an action that the same transaction has written. */
export async function recordMore(
  deps: Recording,
  actionId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const action = await deps.em.findOneOrFail(ModerationAction, actionId);
  action.done += events.length;
  await deps.em.flush();
  await writeEvents(deps, action, events);
}

/** What an operator's command does to the whole service. */
type Operation = Extract<
  AuditEventType,
  | 'counts.repaired'
  | 'secret.rotated'
  | 'database.restored'
  | 'database.moved'
  | 'database.backed_up'
>;

/** Writes down what an operator's command has done to the whole service. */
export const recordOperation = (
  deps: Recording,
  type: Operation,
  changed: Pick<NewEvent, 'after'> & Partial<Pick<NewEvent, 'before'>>,
): Promise<string> =>
  inTransaction(deps, (inner) =>
    recordAction(inner, operator, { type }, [
      { type, userId: null, before: {}, ...changed },
    ]),
  );
