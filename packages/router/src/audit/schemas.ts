import { actorKinds, auditEventTypes, moderationReasons } from '@namecard/db';
import { z } from 'zod';
import { IdInput, Instant, InstantInput } from '../schemas.ts';
import { line, paragraphs } from '../text.ts';

export const Reason = z.enum(moderationReasons);

/** For whom it concerns to read. */
export const Note = paragraphs({ max: 500 }).nullable().optional();

/** For the team alone. */
export const PrivateNote = paragraphs({ max: 2000 }).nullable().optional();

const ProfileSubject = z.object({
  kind: z.literal('profile'),
  id: z.uuid(),
  username: z.string(),
});

/** An erased account has no id and no address any more. */
const UserSubject = z.object({
  kind: z.literal('user'),
  id: z.uuid().nullable(),
  email: z.string().nullable(),
});

const Changed = z.record(z.string(), z.unknown());

export const AuditEvent = z
  .object({
    id: z.uuid(),
    /** The moderation action that it is a part of. */
    action: z.uuid(),
    /** How many events the action has. */
    actionEvents: z.int().min(1),
    at: Instant,
    type: z.enum(auditEventTypes),
    actorKind: z.enum(actorKinds),
    /** Null once their account is erased, and for a key, an operator and the service itself, who have none. */
    actor: z.object({ id: z.uuid(), email: z.string() }).nullable(),
    /** The name of the service key that acted; null where none did, and once it is forgotten. */
    actorKey: z.string().nullable(),
    subject: z.discriminatedUnion('kind', [ProfileSubject, UserSubject]),
    reason: Reason.nullable(),
    note: z.string().nullable(),
    privateNote: z.string().nullable(),
    before: Changed,
    after: Changed,
    undoes: z.uuid().nullable(),
    undoneBy: z.uuid().nullable(),
    /** Whether whoever asks could undo it now. */
    canUndo: z.boolean(),
    from: z.object({ ip: z.string(), browser: z.string(), system: z.string() }),
  })
  .meta({ id: 'AuditEvent' });

const filter = {
  profileId: IdInput().optional(),
  userId: IdInput().optional(),
  action: IdInput().optional(),
  type: z.enum(auditEventTypes).optional(),
  reason: Reason.optional(),
  /** A part of the email address of whoever acted. */
  actor: line({ min: 1, max: 254 }).optional(),
  /** Of the profile at the time, whole, compared without case. */
  username: line({ min: 1, max: 64 }).optional(),
  from: InstantInput.optional(),
  /** Exclusive. */
  before: InstantInput.optional(),
  cursor: z.string().optional(),
};

export const ListAuditInput = z.object({
  ...filter,
  limit: z.int().min(1).max(100).default(50),
});

export const AuditList = z.object({
  data: z.object({ events: z.array(AuditEvent), nextCursor: z.string().nullable() }),
});

/** What was done by one press: its events, counted, of which one says what that was. */
export const AuditAction = z
  .object({
    id: z.uuid(),
    events: z.int().min(1),
    undone: z.int().min(0),
    /** How many of the events whoever asks could undo now. */
    undoable: z.int().min(0),
    /** The first of its events that the filter finds. */
    first: AuditEvent,
  })
  .meta({ id: 'AuditAction' });

export const AuditActions = z.object({
  data: z.object({ actions: z.array(AuditAction), nextCursor: z.string().nullable() }),
});

export const ExportAuditInput = z.object(filter);

export const AuditExport = z.object({
  data: z.object({ csv: z.string(), nextCursor: z.string().nullable() }),
});

/** Why nothing was done to one row of a moderation action. */
const rejectionReasons = [
  'CHANGED',
  'ALREADY',
  'GONE',
  'TOUCHED',
  'UNDONE',
  'NOT_UNDOABLE',
  'LAST_ADMIN',
  'CONFIGURED_ADMIN',
] as const;

type RejectionReason = (typeof rejectionReasons)[number];

const row = {
  id: z.uuid(),
  /** The username or the email address; null for what is gone without a trace. */
  label: z.string().nullable(),
};

/** What became of one row of a moderation action; the message says why nothing did, by whom and when. */
export const RowResult = z.discriminatedUnion('outcome', [
  z.object({ ...row, outcome: z.literal('done') }),
  z.object({
    ...row,
    outcome: z.literal('rejected'),
    error: z.object({ reason: z.enum(rejectionReasons), message: z.string() }),
  }),
]);

export type RowResult = z.infer<typeof RowResult>;

/** The result of a row to which nothing was done. `label` is its username or email address. */
export const rejected = (
  id: string,
  label: string | null,
  reason: RejectionReason,
  message: string,
): RowResult => ({ id, label, outcome: 'rejected', error: { reason, message } });

/** A moderation action on many rows: its id, null where nothing was done, and a result for each row. */
export const ActionResults = z
  .object({
    data: z.object({ action: z.uuid().nullable(), results: z.array(RowResult) }),
  })
  .meta({ id: 'ActionResults' });
