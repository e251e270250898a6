import {
  type AuditEventType,
  type ErasureReason,
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
import { reportChanges } from './report-changes.ts';

export type NewAction = {
  /** Set if the caller chose it, for an action of several calls. */
  id?: string;
  type: ModerationActionType;
  reason?: ErasureReason | null;
  note?: string | null | undefined;
  privateNote?: string | null | undefined;
  /** The number of rows asked for, if not all were changed. */
  requested?: number;
  /** How many profiles count towards the actor's limits. */
  cards?: number;
};

/** `before` and `after` hold only changes. `userId` is the owner of a profile. */
export type NewEvent = {
  /** Set if other rows refer to it. */
  id?: string;
  type: AuditEventType;
  userId: string | null;
  profileId?: string;
  username?: string;
  /** The row's revision after the change. */
  subjectRevision?: number;
  /** Set if they differ from the action's. */
  reason?: ModerationReason | null;
  note?: string | null;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  undoesId?: string;
  /** Items that stay open, because somebody else must decide about them. */
  spared?: readonly string[];
};

/** An actor who was erased meanwhile has no id, and a suspended one no session. */
type RecordedActor =
  | Actor
  | (Pick<UserActor, 'kind' | 'origin' | 'sessionId'> & { id: null })
  | Pick<UserActor, 'kind' | 'origin' | 'id'>;

type Recording = Pick<Deps, 'em' | 'random'> & {
  telemetry: Pick<Telemetry, 'moderated' | 'event'>;
};

/** An empty note counts as none. */
const writtenNote = (note: string | null | undefined) => note?.trim() || null;

/** Minutes until people get a mail. A moderator can undo a mistake before it. */
const minutesToMail = 10;

const told: ReadonlySet<AuditEventType> = new Set([
  'profile.hidden',
  'user.suspended',
  'user.role_changed',
]);

/**
 * Requests mails to the people concerned, to those whose appeals or reports were
 * `answered`, and to people who saved the data of their own suspended account. They leave
 * later, if the act stands.
 * @param saver the acting person, if they have no session
 */
async function requestMails(
  em: Recording['em'],
  events: readonly NewEvent[],
  { saver, answered }: { saver: string | null; answered: readonly string[] },
) {
  // A newcomer waits for the first look at their card.
  const concerned = events.flatMap(({ type, userId, before }) =>
    told.has(type) || before['held'] === true ? (userId ?? []) : [],
  );
  const savers = events.flatMap(({ type, userId }) =>
    type === 'user.exported' && userId !== null && userId === saver ? userId : [],
  );
  const people = [...concerned, ...answered, ...savers];
  if (people.length > 0) {
    const keys = [...new Set(people)];
    // A thief may have the file, so that mail waits for no other mail of the day.
    const hastens = savers.length > 0;
    await ensureJobs(em, { kind: decisionKind, keys, minutes: minutesToMail, hastens });
  }
}

type Written = Pick<
  ModerationAction,
  'id' | 'actorKind' | 'actorId' | 'sessionId' | 'note'
>;

async function writeEvents(
  { em, random, telemetry }: Recording,
  { id, actorKind, actorId, sessionId, note }: Written,
  events: readonly NewEvent[],
): Promise<void> {
  const lines = events.map((event) => ({
    ...event,
    id: event.id ?? random.id(),
    actionId: id,
  }));
  await insertEvents(em, { events: JSON.stringify(lines) });
  const by = actorKind === 'user' ? actorId : null;
  const answered = await settleItems(em, { action: id, by, note, events });
  const saver = sessionId === null ? by : null;
  await requestMails(em, events, { saver, answered });
  await reportChanges({ em, telemetry }, actorId, events);
  afterCommit(em, () => {
    for (const { type } of events) telemetry.moderated(type);
  });
}

/**
 * Records an action with its events, settles their items, requests mails, reports
 * security events to the operator, and flushes the transaction's entities. The caller
 * has locked the rows of the events. So a later position is a later event of a row.
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
    id: action.id ?? random.id(),
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

/** Adds events to an action. The caller has created or locked it. */
export async function recordMore(
  deps: Recording,
  actionId: string,
  events: readonly NewEvent[],
): Promise<void> {
  const action = await deps.em.findOneOrFail(ModerationAction, actionId);
  action.done += events.length;
  action.requested = Math.max(action.requested, action.done);
  await deps.em.flush();
  await writeEvents(deps, action, events);
}

/** Records an action of one event, with an action's reason or note in `why`. */
export const recordEvent = (
  deps: Recording,
  actor: RecordedActor,
  event: Pick<NewEvent, 'type'> & Partial<NewEvent>,
  why: Omit<NewAction, 'type'> = {},
): Promise<string> =>
  recordAction(deps, actor, { ...why, type: event.type }, [
    { userId: null, before: {}, after: {}, ...event },
  ]);

/** Acts of an operator's command on the whole service. */
type Operation = Extract<
  AuditEventType,
  | 'counts.repaired'
  | 'secret.rotated'
  | 'database.restored'
  | 'database.moved'
  | 'database.backed_up'
>;

export const recordOperation = (
  deps: Recording,
  type: Operation,
  changed: Pick<NewEvent, 'after'> & Partial<Pick<NewEvent, 'before'>>,
): Promise<string> =>
  inTransaction(deps, (inner) => recordEvent(inner, operator, { type, ...changed }));
