import {
  actorKinds,
  auditEventTypes,
  erasureReasons,
  moderationReasons,
} from '@namecard/db';
import { z } from 'zod';
import { ActCodeInput, NamedPerson } from '../access/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  InstantInput,
  limitInput,
  NextCursor,
  textOrNull,
} from '../schemas.ts';
import { paragraphs, searched } from '../text.ts';

export const Reason = z
  .enum(moderationReasons)
  .meta({ description: 'The reason, as a constant.' });

export const ErasureReason = z.enum(erasureReasons).meta({
  description: 'The reason, as a constant. `requested`: the person asked for it.',
});

export const Note = paragraphs({ max: 500 })
  .nullable()
  .optional()
  .meta({
    description: 'A note for the people concerned.',
    examples: ['Please remove the advertisement.'],
  });

const ReasonedNote = Note.meta({
  description:
    'A note for the people concerned. Required if the reason is `illegal_content` or `other`.',
  examples: ['Please remove the advertisement.'],
});

const unexplained: ReadonlySet<unknown> = new Set(['illegal_content', 'other']);

/** For `refine`: what these two reasons mean takes words. */
export const hasWords = ({
  reason,
  note,
}: {
  reason?: unknown;
  note?: string | null | undefined;
}): boolean => !unexplained.has(reason) || Boolean(note?.trim());

export const wordsMissing = {
  path: ['note'],
  error:
    'Must say why, for the person concerned, if the reason is illegal_content or other.',
};

export const PrivateNote = paragraphs({ max: 2000 })
  .nullable()
  .optional()
  .meta({
    description: 'A note that only the team reads.',
    examples: ['The third time.'],
  });

/** What is said of an act, and its code. */
export const Remarks = { note: Note, privateNote: PrivateNote, code: ActCodeInput };

/** The same of an act against somebody. Refine it by `hasWords`. */
export const Grounds = { reason: Reason, ...Remarks, note: ReasonedNote };

const ProfileSubject = z.object({
  kind: z.literal('profile').meta({ description: 'The subject is a profile.' }),
  id: z.uuid().meta({ description: 'The id of the profile.' }),
  username: z
    .string()
    .meta({ description: 'The profile’s username at that time.', examples: ['ann'] }),
});

const UserSubject = z.object({
  kind: z
    .literal('user')
    .meta({ description: 'The subject is a user, an email address, or the service.' }),
  id: z.uuid().nullable().meta({
    description:
      'The id of the user. `null` if the account was erased, or if the event is about no user.',
  }),
  email: textOrNull(
    'The user’s email address. Without a user: the shortened address that the event is about, or `null`.',
    'ann@example.com',
  ),
});

const Changed = z.record(z.string(), z.unknown());

export const EventType = z.enum(auditEventTypes);

export const AuditEvent = z
  .object({
    id: z.uuid().meta({ description: 'The id of the event.' }),
    action: z
      .uuid()
      .meta({ description: 'The moderation action that the event belongs to.' }),
    actionEvents: z
      .int()
      .min(1)
      .meta({ description: 'How many events the action has.', examples: [1] }),
    at: Instant.meta({ description: 'When it happened.' }),
    type: EventType.meta({ description: 'The type of the event.' }),
    actorKind: z.enum(actorKinds).meta({ description: 'The kind of actor.' }),
    actor: NamedPerson.nullable().meta({
      description:
        'The user who acted. `null` if the account was erased, or if a service key, an operator or the service itself acted.',
    }),
    actorKey: textOrNull(
      'The name of the service key that acted. `null` if no key acted, or if the key was deleted.',
      null,
    ),
    subject: z
      .discriminatedUnion('kind', [ProfileSubject, UserSubject])
      .meta({ description: 'The subject of the event.' }),
    reason: ErasureReason.nullable().meta({
      description:
        'The reason, as a constant. `requested` is a reason for erasures alone. `null` if none was given.',
    }),
    note: textOrNull(
      'The note for the people concerned. `null` if there is none.',
      'Please remove the advertisement.',
    ),
    privateNote: textOrNull(
      'The note for the team. `null` if there is none. Moderators read it only with `profileId`.',
      'The third time.',
    ),
    before: Changed.meta({
      description: 'The changed values, as they were before.',
      examples: [{ hidden: false }],
    }),
    after: Changed.meta({
      description: 'The changed values, as they were afterwards.',
      examples: [{ hidden: true }],
    }),
    undoes: z
      .uuid()
      .nullable()
      .meta({
        description: 'The id of the event that this one undid. `null` if it undid none.',
        examples: [null],
      }),
    undoneBy: z
      .uuid()
      .nullable()
      .meta({
        description: 'The id of the event that undid this one. `null` if none did.',
        examples: [null],
      }),
    canUndo: z.boolean().meta({
      description: 'Whether the caller can undo it now.',
      examples: [true],
    }),
    from: z
      .object({
        ip: z
          .string()
          .meta({ description: 'The IP address.', examples: ['203.0.113.7'] }),
        browser: z.string().meta({
          description: 'The browser, if it is known.',
          examples: ['Firefox'],
        }),
        system: z.string().meta({
          description: 'The system, if it is known.',
          examples: ['Linux'],
        }),
      })
      .meta({
        description:
          'The origin of the actor’s request, for admins. Empty for others, and after 90 days.',
      }),
  })
  .meta({
    id: 'AuditEvent',
    description: 'Something that was done to one profile or user.',
  });

export const ExportAuditInput = z.object({
  profileId: IdInput().optional().meta({ description: 'Only events of this profile.' }),
  userId: IdInput()
    .optional()
    .meta({ description: 'Only events of this user and their profiles.' }),
  action: IdInput()
    .optional()
    .meta({ description: 'Only events of this moderation action.' }),
  type: EventType.optional().meta({ description: 'The type of the event.' }),
  reason: ErasureReason.optional(),
  actor: searched({ max: 254 }).optional().meta({
    description:
      'A part of the actor’s email address. The whole of it for service keys without the scope `users:list`.',
  }),
  username: searched({ max: 64 }).optional().meta({
    description: 'The whole username that the profile had at that time, in any case.',
  }),
  from: InstantInput.optional().meta({
    description: 'Only what was done from this instant on.',
  }),
  before: InstantInput.optional().meta({
    description: 'Only what was done before this instant.',
  }),
  cursor: CursorInput,
});

export const ListAuditInput = ExportAuditInput.extend({
  limit: limitInput('entries', 50),
});

export const AuditList = answerOf({
  events: z.array(AuditEvent).meta({ description: 'The events, newest first.' }),
  nextCursor: NextCursor,
});

/** All that one press of a button did. */
export const AuditAction = z
  .object({
    id: z.uuid().meta({ description: 'The id of the action.' }),
    events: AuditEvent.shape.actionEvents,
    undone: count('How many of the events were undone.').meta({ examples: [0] }),
    undoable: count('How many of the events the caller can undo now.'),
    first: AuditEvent.meta({
      description: 'The first of its events that matches the filter.',
    }),
  })
  .meta({
    id: 'AuditAction',
    description: 'A moderation action: all that one request did.',
  });

export const AuditActions = answerOf({
  actions: z.array(AuditAction).meta({ description: 'The actions, newest first.' }),
  nextCursor: NextCursor,
});

export const AuditExport = answerOf({
  csv: z.string().meta({
    description:
      'The events as CSV, one line each. The first answer begins with a line of column names.',
    examples: [
      'at,type,actor\r\n2026-01-31T12:00:00.000Z,profile.hidden,bob@example.com\r\n',
    ],
  }),
  nextCursor: NextCursor,
});
