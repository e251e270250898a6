import { actorKinds, auditEventTypes, moderationReasons } from '@namecard/db';
import { z } from 'zod';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  InstantInput,
  NextCursor,
} from '../schemas.ts';
import { line, paragraphs } from '../text.ts';

export const Reason = z
  .enum(moderationReasons)
  .meta({ description: 'Why, as a constant.' });

export const Note = paragraphs({ max: 500 })
  .nullable()
  .optional()
  .meta({
    description: 'For whom it concerns to read.',
    examples: ['Please remove the advertisement.'],
  });

export const PrivateNote = paragraphs({ max: 2000 })
  .nullable()
  .optional()
  .meta({ description: 'For the team alone.', examples: ['The third time.'] });

const ProfileSubject = z.object({
  kind: z.literal('profile').meta({ description: 'That it is a profile.' }),
  id: z.uuid().meta({ description: 'The id of the profile.' }),
  username: z
    .string()
    .meta({ description: 'The username of the profile at the time.', examples: ['ann'] }),
});

const UserSubject = z.object({
  kind: z.literal('user').meta({ description: 'That it is a user.' }),
  id: z.uuid().nullable().meta({
    description:
      'The id of the user; `null` once their account is erased, and where it is about nobody.',
  }),
  email: z
    .string()
    .nullable()
    .meta({
      description: 'The address they sign in with; `null` where the id is.',
      examples: ['ann@example.com'],
    }),
});

const Changed = z.record(z.string(), z.unknown());

export const EventType = z.enum(auditEventTypes);

export const AuditEvent = z
  .object({
    id: z.uuid().meta({ description: 'The id of the event.' }),
    action: z.uuid().meta({ description: 'The moderation action that it is a part of.' }),
    actionEvents: z
      .int()
      .min(1)
      .meta({ description: 'How many events the action has.', examples: [1] }),
    at: Instant.meta({ description: 'When it happened.' }),
    type: EventType.meta({ description: 'What was done.' }),
    actorKind: z.enum(actorKinds).meta({ description: 'Who or what acted.' }),
    actor: z
      .object({
        id: z.uuid().meta({ description: 'Their id.' }),
        email: z.string().meta({
          description: 'The address they sign in with.',
          examples: ['bob@example.com'],
        }),
      })
      .nullable()
      .meta({
        description:
          'The user who acted; `null` once their account is erased, and for a key, an operator and the service itself, who have none.',
      }),
    actorKey: z
      .string()
      .nullable()
      .meta({
        description:
          'The name of the service key that acted; `null` where none did, and once it is forgotten.',
        examples: [null],
      }),
    subject: z
      .discriminatedUnion('kind', [ProfileSubject, UserSubject])
      .meta({ description: 'Whom or what it was done to.' }),
    reason: Reason.nullable().meta({
      description: 'Why, as a constant; `null` where none was given.',
    }),
    note: z
      .string()
      .nullable()
      .meta({
        description: 'What whom it concerns was told; `null` where nothing was.',
        examples: ['Please remove the advertisement.'],
      }),
    privateNote: z
      .string()
      .nullable()
      .meta({
        description: 'What the team was told; `null` where nothing was.',
        examples: ['The third time.'],
      }),
    before: Changed.meta({
      description: 'What was changed, as it had been.',
      examples: [{ hidden: false }],
    }),
    after: Changed.meta({
      description: 'What was changed, as it was from then on.',
      examples: [{ hidden: true }],
    }),
    undoes: z
      .uuid()
      .nullable()
      .meta({
        description:
          'The id of the event that this one undid; `null` where it undid none.',
        examples: [null],
      }),
    undoneBy: z
      .uuid()
      .nullable()
      .meta({
        description: 'The id of the event that undid this one; `null` where none has.',
        examples: [null],
      }),
    canUndo: z.boolean().meta({
      description: 'Whether whoever asks could undo it now.',
      examples: [true],
    }),
    from: z
      .object({
        ip: z
          .string()
          .meta({ description: 'The IP address.', examples: ['203.0.113.7'] }),
        browser: z.string().meta({
          description: 'The browser, as far as it is known.',
          examples: ['Firefox'],
        }),
        system: z.string().meta({
          description: 'The system, as far as it is known.',
          examples: ['Linux'],
        }),
      })
      .meta({ description: 'Where whoever acted asked from.' }),
  })
  .meta({ id: 'AuditEvent', description: 'What was done to one profile or user.' });

const filter = {
  profileId: IdInput().optional().meta({ description: 'What was done to this profile.' }),
  userId: IdInput().optional().meta({ description: 'What was done to this user.' }),
  action: IdInput()
    .optional()
    .meta({ description: 'The events of this moderation action.' }),
  type: EventType.optional().meta({ description: 'What was done.' }),
  reason: Reason.optional(),
  actor: line({ min: 1, max: 254 })
    .optional()
    .meta({ description: 'A part of the email address of whoever acted.' }),
  username: line({ min: 1, max: 64 }).optional().meta({
    description: 'The username of the profile at the time, whole, compared without case.',
  }),
  from: InstantInput.optional().meta({ description: 'From this instant on.' }),
  before: InstantInput.optional().meta({
    description: 'Before this instant, which is left out.',
  }),
  cursor: CursorInput,
};

export const ListAuditInput = z.object({
  ...filter,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'How many in one answer.' }),
});

export const AuditList = answerOf({
  events: z.array(AuditEvent).meta({ description: 'The events, the newest first.' }),
  nextCursor: NextCursor,
});

/** All that one press of a button did. */
export const AuditAction = z
  .object({
    id: z.uuid().meta({ description: 'The id of the action.' }),
    events: z
      .int()
      .min(1)
      .meta({ description: 'How many events it has.', examples: [1] }),
    undone: count('How many of the events were undone.').meta({ examples: [0] }),
    undoable: count('How many of the events whoever asks could undo now.'),
    first: AuditEvent.meta({
      description: 'The first of its events that the filter finds.',
    }),
  })
  .meta({ id: 'AuditAction', description: 'What was done by one press.' });

export const AuditActions = answerOf({
  actions: z.array(AuditAction).meta({ description: 'The actions, the newest first.' }),
  nextCursor: NextCursor,
});

export const ExportAuditInput = z.object(filter);

export const AuditExport = answerOf({
  csv: z.string().meta({
    description: 'The events as CSV, a line each below a line of names.',
    examples: [
      'at,type,actor\r\n2026-01-31T12:00:00.000Z,profile.hidden,bob@example.com\r\n',
    ],
  }),
  nextCursor: NextCursor,
});
