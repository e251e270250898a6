import { identityNames, roles } from '@namecard/db';
import { z } from 'zod';
import { User } from '../../access/schemas.ts';
import { Note, PrivateNote, Reason } from '../../audit/schemas.ts';
import { IdInput, Instant, InstantInput } from '../../schemas.ts';
import { line } from '../../text.ts';
import { Delivery } from '../mail/schemas.ts';
import { OwnedProfile } from '../profiles/schemas.ts';

const Role = z.enum(roles, `Must be one of ${roles.join(', ')}.`);

const userId = IdInput('Must be the id of a user.');

const Suspension = z.object({
  since: Instant,
  /** `null`: until somebody ends it. */
  until: Instant.nullable(),
  /** `null` where it was begun in the database itself. */
  reason: Reason.nullable(),
  /** For the suspended person to read. */
  note: z.string().nullable(),
});

export const ManagedUser = z
  .object({
    ...User.shape,
    /** As given in the service; who is a configured admin is an admin whatever it says. */
    role: z.enum(roles),
    /** Whether their address is in `ADMIN_EMAILS`. */
    isConfiguredAdmin: z.boolean(),
    /** Whether whoever asks may suspend them, sign them out, change their role, act on them in bulk. */
    canBeActedOn: z.boolean(),
    /** The suspension that holds at present. */
    suspension: Suspension.nullable(),
    profileCount: z.int(),
    /** The identities that other users link too, exactly so. */
    duplicateIdentities: z.array(z.enum(identityNames)),
    /** When a session of theirs was last used, to within five minutes. */
    lastSeenAt: Instant.nullable(),
  })
  .meta({ id: 'ManagedUser' });

export const SearchUsersInput = z.object({
  /** A part of the address, the username or an identity, in any case. */
  text: line({ min: 1, max: 200 }).optional(),
  /** Whose word counts: a configured admin is found as an admin. */
  role: Role.optional(),
  state: z.enum(['active', 'suspended'], 'Must be active or suspended.').optional(),
  /** Whether others link an identity of theirs too. */
  duplicateIdentities: z.boolean('Must be true or false.').optional(),
  sort: z.enum(['newest', 'oldest'], 'Must be newest or oldest.').default('newest'),
  cursor: z.string('Must be a string.').max(200).optional(),
  limit: z
    .int('Must be a whole number.')
    .min(1, 'Must be 1 to 100.')
    .max(100, 'Must be 1 to 100.')
    .default(50),
});

export const UserPage = z.object({
  data: z.object({ users: z.array(ManagedUser), nextCursor: z.string().nullable() }),
});

const ManagedSession = z.object({
  id: z.uuid(),
  browser: z.string(),
  system: z.string(),
  createdAt: Instant,
  /** To within five minutes. */
  lastUsedAt: Instant,
  /** If it is not used again. */
  endsAt: Instant,
});

export const InspectedUser = z.object({
  data: z.object({
    user: ManagedUser,
    /** Those that still sign them in, the one used last first. */
    sessions: z.array(ManagedSession),
    /** The newest mails to them, 20 at most. */
    deliveries: z.array(Delivery),
    /** Whether the provider delivers nothing to them, as far as it has said. */
    isSuppressed: z.boolean(),
    /** The newest, 100 at most. */
    profiles: z.array(OwnedProfile),
    /** How many of all their profiles are not hidden. */
    activeProfileCount: z.int().min(0),
  }),
});

export const ChangeRoleInput = z
  .object({
    id: userId,
    /** The role as the admin saw it. */
    from: Role,
    to: Role,
    /** For the team alone. */
    note: PrivateNote,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Must be another role.' });

export const SuspendUserInput = z
  .object({
    id: userId,
    reason: Reason,
    note: Note,
    privateNote: PrivateNote,
    /** So many times 24 hours from now. Without these and an end, somebody has to end it. */
    days: z
      .int('Must be a whole number.')
      .min(1, 'Must be 1 to 365.')
      .max(365, 'Must be 1 to 365.')
      .optional(),
    until: InstantInput.optional(),
  })
  .refine(({ days, until }) => days === undefined || until === undefined, {
    path: ['until'],
    error: 'Must be left out where days are given.',
  });

export const UnsuspendUserInput = z.object({ id: userId, note: Note, privateNote: PrivateNote });

export const EraseUserInput = z.object({ id: userId, reason: Reason });

export const UserErased = z.object({
  data: z.object({
    /** `null` where somebody erased themselves: that is not in the history. */
    action: z.uuid().nullable(),
  }),
});

export const EndSessionInput = z.object({
  id: userId,
  session: IdInput('Must be the id of a session.'),
});

export const ChangedUser = z.object({
  data: z.object({
    /** The moderation action, as the audit lists it. */
    action: z.uuid(),
    user: ManagedUser,
  }),
});

export const SessionsEnded = z.object({
  data: z.object({
    /** `null` where there was no session to end. */
    action: z.uuid().nullable(),
    user: ManagedUser,
  }),
});
