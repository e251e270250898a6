import { actions, eventReasons } from '@namecard/db';
import { z } from 'zod';
import { line, paragraphs } from '../text.ts';

const instant = z.iso.datetime();

/** An id as PostgreSQL writes it, so that the same one in capitals is the same. */
export const IdInput = (message = 'Must be an id.') => z.uuid(message).toLowerCase();

/**
 * An instant that PostgreSQL knows: its calendar has no year 0, and it rounds what is finer than a microsecond, at the end of
 * 9999 to a year that no answer can tell of.
 */
export const InstantInput = z.iso
  .datetime('Must be an instant in UTC, such as 2026-01-31T12:00:00Z.')
  .refine((value) => !/\.\d{7}/.test(value), 'Must have at most 6 decimals of a second.')
  .refine((value) => !value.startsWith('0000'), 'Must be a year from 1 on.');

export const Reason = z.enum(eventReasons);

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

export const Event = z.object({
  id: z.uuid(),
  act: z.uuid(),
  at: instant,
  action: z.enum(actions),
  /** Null once their account is erased. */
  actor: z.object({ id: z.uuid(), email: z.string() }).nullable(),
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
});

const filter = {
  profileId: IdInput().optional(),
  userId: IdInput().optional(),
  act: IdInput().optional(),
  action: z.enum(actions).optional(),
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

export const ListEventsInput = z.object({
  ...filter,
  limit: z.int().min(1).max(100).default(50),
});

export const EventList = z.object({
  data: z.object({ events: z.array(Event), nextCursor: z.string().nullable() }),
});

export const ExportEventsInput = z.object(filter);

export const EventExport = z.object({
  data: z.object({ csv: z.string(), nextCursor: z.string().nullable() }),
});
