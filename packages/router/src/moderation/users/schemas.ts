import { identityNames, reportReasons, roles } from '@namecard/db';
import { z } from 'zod';
import { ActCodeInput, ShownAddress, SignInAddress, User } from '../../access/schemas.ts';
import {
  ErasureReason,
  EventType,
  Grounds,
  hasWords,
  PrivateNote,
  Reason,
  Remarks,
  wordsMissing,
} from '../../audit/schemas.ts';
import { Session } from '../../auth/schemas.ts';
import { MoveOfUser } from '../../moves/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  InstantInput,
  instantOrNull,
  limitInput,
  NextCursor,
  textOrNull,
  UserIdInput,
  wholeInput,
} from '../../schemas.ts';
import { searched } from '../../text.ts';
import { PersonalData } from '../../users/schemas.ts';
import { Delivery, MailAddress } from '../mail/schemas.ts';
import { OwnedProfile } from '../profiles/schemas.ts';

const Role = z.enum(roles, `Must be one of ${roles.join(', ')}.`);

const Suspension = z.object({
  since: Instant.meta({ description: 'When the suspension began.' }),
  until: instantOrNull('When the suspension ends. `null` if somebody has to end it.'),
  reason: Reason.nullable().meta({
    description:
      'The reason, as a constant. `null` if the suspension was written directly into the database.',
  }),
  note: textOrNull(
    'A note for the suspended person. `null` if there is none.',
    'Please stop.',
  ),
});

export const ManagedUser = z
  .object({
    ...User.shape,
    role: z.enum(roles).meta({
      description:
        'The role that the service stores. A configured admin is an admin with any stored role.',
    }),
    isConfiguredAdmin: z
      .boolean()
      .meta({ description: 'Whether the user’s address is in `ADMIN_EMAILS`.' }),
    canBeActedOn: z.boolean().meta({
      description:
        'Whether the caller may suspend the user, sign them out, change their role and act on their profiles in bulk.',
      examples: [true],
    }),
    suspension: Suspension.nullable().meta({
      description: 'The current suspension. `null` if there is none.',
      examples: [null],
    }),
    profileCount: z
      .int()
      .meta({ description: 'How many profiles the user has.', examples: [1] }),
    duplicateIdentities: z.array(z.enum(identityNames)).meta({
      description:
        'The identities that other users have linked too, in the same spelling.',
    }),
    lastSeenAt: Instant.nullable().meta({
      description:
        'When a session of the user was last used, to within five minutes. `null` if that is not known.',
    }),
  })
  .meta({ id: 'ManagedUser', description: 'A user as admins see them.' });

export const UserFilter = z.object({
  text: searched({ max: 200 }).optional().meta({
    description:
      'A part of the email address, the username or an identity, in any case. One or two letters find only the beginning of one of them.',
  }),
  role: Role.optional().meta({
    description: 'The effective role: a configured admin is found as an admin.',
  }),
  state: z
    .enum(['active', 'suspended'], 'Must be active or suspended.')
    .optional()
    .meta({ description: 'Whether the user is suspended now.' }),
  duplicateIdentities: z.boolean('Must be true or false.').optional().meta({
    description: 'Whether another user has linked an identity of this user too.',
  }),
});

export const SearchUsersInput = UserFilter.extend({
  sort: z
    .enum(['newest', 'oldest'], 'Must be newest or oldest.')
    .default('newest')
    .meta({ description: 'The order.' }),
  cursor: CursorInput,
  limit: limitInput('users', 50),
});

export const ListOutInput = UserFilter.extend({
  cursor: z.string('Must be a string.').max(300).optional().meta({
    description:
      'The `nextCursor` of the last answer, within an hour of the first. Without it, a list begins.',
  }),
  code: ActCodeInput,
});

export const ListOut = answerOf({
  csv: z.string().meta({
    description:
      'Users and cards as CSV, a line for each card, the oldest user first. The first answer begins with a line of column names.',
    examples: ['email,username\r\nann@example.com,ann\r\n'],
  }),
  nextCursor: NextCursor,
});

export const UserPage = answerOf({
  users: z.array(ManagedUser).meta({ description: 'The users who were found.' }),
  nextCursor: NextCursor,
});

const card = textOrNull(
  'The card. `null` if it is gone, or if it is about the account.',
  'ann',
);

const said = z.string().meta({ description: 'The words.', examples: ['Wrote to them.'] });

const writtenAt = Instant.meta({ description: 'When it was written.' });

/** A person's data with what others wrote about them, for an admin to weigh. */
export const PersonalFile = answerOf({
  ...PersonalData.shape.data.shape,
  aboutThisPerson: z
    .object({
      notes: z
        .array(z.object({ at: writtenAt, text: said, card }))
        .meta({ description: 'Notes of the team.' }),
      privateNotes: z
        .array(
          z.object({
            at: writtenAt,
            type: EventType.meta({
              description: 'The act.',
              examples: ['profile.hidden'],
            }),
            text: said,
            card,
          }),
        )
        .meta({ description: 'The private notes of acts.' }),
      reports: z
        .array(
          z.object({
            at: writtenAt,
            reason: z
              .enum(reportReasons)
              .meta({ description: 'The reason, as a constant.', examples: ['spam'] }),
            text: said.nullable().meta({
              description: 'The reporter’s words. `null` if there are none.',
              examples: ['That is my photo.'],
            }),
            card: z.string().meta({ description: 'The card.', examples: ['ann'] }),
          }),
        )
        .meta({ description: 'Reports of the person’s cards.' }),
    })
    .meta({
      description:
        'What others wrote about the person, without their names: the newest 1,000 of each. It is the person’s data too. Weigh the rights of those who wrote it before you give it (GDPR, article 15(4)).',
    }),
}).meta({ id: 'PersonalFile' });

export const ReadAddress = answerOf({ email: SignInAddress });

const ManagedSession = Session.omit({ current: true }).extend({
  endsAt: Instant.meta({
    description: 'When the session ends if it is not used again.',
    examples: ['2026-03-02T12:00:00.000Z'],
  }),
});

export const InspectedUser = answerOf({
  user: ManagedUser,
  sessions: z
    .array(ManagedSession)
    .meta({ description: 'The sessions that have not ended, last used first.' }),
  deliveries: z
    .array(Delivery)
    .meta({ description: 'The newest mails to the user, at most 20.' }),
  isSuppressed: z.boolean().meta({
    description:
      'Whether no mail reaches the user: an operator has blocked the address, or the provider has reported that it delivers none.',
  }),
  profiles: z
    .array(OwnedProfile)
    .meta({ description: 'The user’s newest profiles, at most 100.' }),
  moves: z
    .array(MoveOfUser)
    .meta({ description: 'The newest changes of the user’s address, at most 20.' }),
  activeProfileCount: count('How many of all the user’s profiles are not hidden.'),
});

export const ChangeRoleInput = z
  .object({
    id: UserIdInput,
    from: Role.meta({ description: 'The role that the admin saw.', examples: ['user'] }),
    to: Role.meta({ description: 'The role from now on.', examples: ['moderator'] }),
    note: PrivateNote,
    code: ActCodeInput,
  })
  .refine(({ from, to }) => from !== to, {
    path: ['to'],
    error: 'Must be another role.',
  });

export const SuspendUserInput = z
  .object({
    id: UserIdInput,
    ...Grounds,
    days: wholeInput(1, 365).optional().meta({
      description:
        'The suspension ends after so many times 24 hours. Without `days` and `until` somebody has to end it.',
    }),
    until: InstantInput.optional().meta({
      description: 'When the suspension ends. Not allowed together with `days`.',
      examples: ['2026-12-31T12:00:00.000Z'],
    }),
  })
  .refine(({ days, until }) => days === undefined || until === undefined, {
    path: ['until'],
    error: 'Must be left out if days are given.',
  })
  .refine(hasWords, wordsMissing);

export const UnsuspendUserInput = z.object({ id: UserIdInput, ...Remarks });

export const EraseUserInput = z.object({
  id: UserIdInput,
  reason: ErasureReason,
  code: ActCodeInput,
});

export const EraseAddressInput = EraseUserInput.omit({ id: true }).extend(
  MailAddress.shape,
);

export const UserErased = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The id of the moderation action. `null` if the caller erased their own account, which the history does not record, or if nothing was kept with an address.',
  }),
});

export const EndSessionInput = z.object({
  id: UserIdInput,
  session: IdInput('Must be the id of a session.').meta({
    description: 'The id of the session.',
  }),
  code: ActCodeInput,
});

export const EndSessionsInput = EndSessionInput.omit({ session: true });

/** For keys too, which may not read every address. */
const ActedOnUser = ManagedUser.extend(ShownAddress).meta({
  id: 'ActedOnUser',
  description: 'The user after the act.',
});

export const ChangedUser = answerOf({
  action: z
    .uuid()
    .meta({ description: 'The id of the moderation action in the history.' }),
  user: ActedOnUser,
});

export const SessionsEnded = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The id of the moderation action. `null` if there was no session to end.',
  }),
  user: ActedOnUser,
});
