import { identityNames, roles } from '@namecard/db';
import { z } from 'zod';
import { User } from '../../access/schemas.ts';
import { Note, PrivateNote, Reason } from '../../audit/schemas.ts';
import { Session } from '../../auth/schemas.ts';
import {
  answerOf,
  count,
  IdInput,
  Instant,
  InstantInput,
  NextCursor,
} from '../../schemas.ts';
import { line } from '../../text.ts';
import { Delivery } from '../mail/schemas.ts';
import { OwnedProfile } from '../profiles/schemas.ts';

const Role = z.enum(roles, `Must be one of ${roles.join(', ')}.`);

const userId = IdInput('Must be the id of a user.').meta({
  description: 'The id of the user.',
});

const Suspension = z.object({
  since: Instant.meta({ description: 'When it began.' }),
  until: Instant.nullable().meta({
    description: 'When it ends; `null`: once somebody ends it.',
    examples: [null],
  }),
  reason: Reason.nullable().meta({
    description: 'Why, as a constant; `null` where it was begun in the database itself.',
  }),
  note: z
    .string()
    .nullable()
    .meta({
      description: 'For the suspended person to read; `null` where nothing was written.',
      examples: ['Please stop.'],
    }),
});

export const ManagedUser = z
  .object({
    ...User.shape,
    role: z.enum(roles).meta({
      description:
        'As given in the service; a configured admin is an admin whatever it says.',
    }),
    isConfiguredAdmin: z
      .boolean()
      .meta({ description: 'Whether their address is in `ADMIN_EMAILS`.' }),
    canBeActedOn: z.boolean().meta({
      description:
        'Whether whoever asks may suspend them, sign them out, change their role and act on them in bulk.',
      examples: [true],
    }),
    suspension: Suspension.nullable().meta({
      description: 'The suspension that holds at present; `null` where none does.',
      examples: [null],
    }),
    profileCount: z
      .int()
      .meta({ description: 'How many profiles they have.', examples: [1] }),
    duplicateIdentities: z
      .array(z.enum(identityNames))
      .meta({ description: 'The identities that other users link too, exactly so.' }),
    lastSeenAt: Instant.nullable().meta({
      description:
        'When a session of theirs was last used, to within five minutes; `null` where that is not known.',
    }),
  })
  .meta({ id: 'ManagedUser', description: 'A user as admins see them.' });

export const SearchUsersInput = z.object({
  text: line({ min: 1, max: 200 }).optional().meta({
    description: 'A part of the address, the username or an identity, in any case.',
  }),
  role: Role.optional().meta({
    description: 'The role that holds: a configured admin is found as an admin.',
  }),
  state: z
    .enum(['active', 'suspended'], 'Must be active or suspended.')
    .optional()
    .meta({ description: 'Whether they are suspended at present.' }),
  duplicateIdentities: z
    .boolean('Must be true or false.')
    .optional()
    .meta({ description: 'Whether others link an identity of theirs too.' }),
  sort: z
    .enum(['newest', 'oldest'], 'Must be newest or oldest.')
    .default('newest')
    .meta({ description: 'Which come first.' }),
  cursor: z.string('Must be a string.').max(200).optional().meta({
    description: 'The `nextCursor` of the part before. Left out, the list begins.',
  }),
  limit: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 100.')
    .max(100, 'Must be 1 to 100.')
    .default(50)
    .meta({ description: 'Users in one answer.' }),
});

export const UserPage = answerOf({
  users: z.array(ManagedUser).meta({ description: 'Those who were found.' }),
  nextCursor: NextCursor,
});

const { id, browser, system, createdAt, lastUsedAt } = Session.shape;

const ManagedSession = z.object({
  id,
  browser,
  system,
  createdAt,
  lastUsedAt,
  endsAt: Instant.meta({
    description: 'When it ends, if it is not used again.',
    examples: ['2026-03-02T12:00:00.000Z'],
  }),
});

export const InspectedUser = answerOf({
  user: ManagedUser,
  sessions: z
    .array(ManagedSession)
    .meta({ description: 'Those that still sign them in, the one used last first.' }),
  deliveries: z
    .array(Delivery)
    .meta({ description: 'The newest mails to them, 20 at most.' }),
  isSuppressed: z.boolean().meta({
    description:
      'Whether no mail reaches them: an operator has none leave, or the provider delivers none, as far as it has said.',
  }),
  profiles: z
    .array(OwnedProfile)
    .meta({ description: 'Their newest profiles, 100 at most.' }),
  activeProfileCount: count('How many of all their profiles are not hidden.'),
});

export const ChangeRoleInput = z
  .object({
    id: userId,
    from: Role.meta({ description: 'The role as the admin saw it.', examples: ['user'] }),
    to: Role.meta({ description: 'The role from now on.', examples: ['moderator'] }),
    note: PrivateNote,
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: 'Must be another role.',
  });

export const SuspendUserInput = z
  .object({
    id: userId,
    reason: Reason,
    note: Note,
    privateNote: PrivateNote,
    days: z
      .int('Must be a whole number.')
      .min(1, 'Must be 1 to 365.')
      .max(365, 'Must be 1 to 365.')
      .optional()
      .meta({
        description:
          'So many times 24 hours from now it ends. Without `days` and `until` somebody has to end it.',
      }),
    until: InstantInput.optional().meta({
      description: 'When it ends; not beside `days`.',
      examples: ['2026-12-31T12:00:00.000Z'],
    }),
  })
  .refine(({ days, until }) => days === undefined || until === undefined, {
    path: ['until'],
    error: 'Must be left out where days are given.',
  });

export const UnsuspendUserInput = z.object({
  id: userId,
  note: Note,
  privateNote: PrivateNote,
});

export const EraseUserInput = z.object({ id: userId, reason: Reason });

export const UserErased = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The id of the moderation action; `null` where somebody erased themselves: that is not in the history.',
  }),
});

export const EndSessionInput = z.object({
  id: userId,
  session: IdInput('Must be the id of a session.').meta({
    description: 'The id of the session.',
  }),
});

export const ChangedUser = answerOf({
  action: z
    .uuid()
    .meta({ description: 'The id of the moderation action, as the audit lists it.' }),
  user: ManagedUser,
});

export const SessionsEnded = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The id of the moderation action; `null` where there was no session to end.',
  }),
  user: ManagedUser,
});
