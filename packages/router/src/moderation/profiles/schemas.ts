import { identityNames } from '@namecard/db';
import { z } from 'zod';
import { SignInAddress } from '../../access/schemas.ts';
import { Note, PrivateNote, Reason } from '../../audit/schemas.ts';
import { Profile, ProfileName } from '../../profiles/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  InstantInput,
  NextCursor,
} from '../../schemas.ts';
import { line } from '../../text.ts';

export const states = ['active', 'hidden'] as const;

/** All conditions must hold. */
const filter = {
  text: line({ min: 1, max: 200 }).optional().meta({
    description:
      'Words that the username, the about text, the links, the referral or the owner’s address hold.',
  }),
  state: z.enum(states).optional().meta({ description: 'Whether it is hidden.' }),
  located: z.boolean().optional().meta({ description: 'Whether it says where it is.' }),
  createdFrom: InstantInput.optional().meta({
    description: 'Made from this instant on.',
  }),
  createdBefore: InstantInput.optional().meta({
    description: 'Made before this instant, which is left out.',
  }),
  referredBy: line({ min: 1, max: 64 })
    .optional()
    .meta({ description: 'The username of the profile that referred it.' }),
  duplicateIdentities: z
    .boolean()
    .optional()
    .meta({ description: 'Whether other users link an identity of its owner too.' }),
};

export const Filter = z.object(filter);

export const sorts = ['newest', 'oldest', 'changed', 'username'] as const;

export const SearchProfilesInput = z.object({
  ...filter,
  sort: z
    .enum(sorts)
    .default('newest')
    .meta({ description: 'Which come first; `changed`: those that were changed last.' }),
  cursor: CursorInput,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'Profiles in one answer.' }),
});

export const ModeratedProfile = Profile.extend({
  id: z.uuid().meta({ description: 'The id of the profile, which never changes.' }),
  referral: z.string().meta({
    description: 'Who or what its owner says referred them.',
    examples: ['bob'],
  }),
  referrer: z
    .string()
    .nullable()
    .meta({
      description: 'The username of the profile that referred it; `null` where none did.',
      examples: ['bob'],
    }),
  owner: z
    .object({
      id: z.uuid().meta({ description: 'The id of the user.' }),
      email: SignInAddress,
      username: z
        .string()
        .nullable()
        .meta({
          description: 'Their username; `null` until one is set.',
          examples: ['ann'],
        }),
      isSuspended: z
        .boolean()
        .meta({ description: 'Whether they are suspended at present.' }),
    })
    .meta({ description: 'Whose it is.' }),
  duplicateIdentities: z
    .array(z.enum(identityNames))
    .meta({ description: 'The identities of its owner that other users link too.' }),
  createdAt: Instant.meta({ description: 'When it was made.' }),
  updatedAt: Instant.meta({ description: 'When it was changed last.' }),
  revision: z.int().meta({
    description: 'Raised by any change: what an action on it is checked against.',
    examples: [1],
  }),
}).meta({ id: 'ModeratedProfile', description: 'A profile as moderators see it.' });

export const FoundProfiles = answerOf({
  profiles: z.array(ModeratedProfile).meta({ description: 'Those that were found.' }),
  nextCursor: NextCursor,
  asOf: z
    .string()
    .meta({ description: 'What `updates` counts from.', examples: ['MSAyIDM'] }),
});

export const Count = z.object({
  count: count('How many were counted.'),
  isMore: z
    .boolean()
    .meta({ description: 'Whether there are more, which were not counted.' }),
});

export const ProfileCounts = answerOf({
  all: Count.meta({ description: 'All that the filter finds.' }),
  active: Count.meta({ description: 'Those that are not hidden.' }),
  hidden: Count.meta({ description: 'Those that are hidden.' }),
});

export const UpdatesInput = z.object({
  ...filter,
  asOf: z.string().meta({ description: 'The `asOf` of the list that was read.' }),
});

export const ProfileUpdates = answerOf({
  created: count('Profiles made since.'),
  changed: count('Profiles changed since.'),
});

export const OwnedProfile = z.object({
  username: z
    .string()
    .meta({ description: 'The username of the profile.', examples: ['ann'] }),
  hidden: z.boolean().meta({ description: 'Whether it is hidden.' }),
  createdAt: Instant.meta({ description: 'When it was made.' }),
});

export const InspectedProfile = answerOf({
  profile: ModeratedProfile,
  siblings: z.array(OwnedProfile).meta({ description: 'Other profiles of its owner.' }),
  siblingCount: count('How many other profiles its owner has.'),
  referredCount: count('How many profiles it referred.'),
});

export const HideProfileInput = ProfileName.extend({
  reason: Reason.default('other'),
  note: Note,
  privateNote: PrivateNote,
});

export const RestoreProfileInput = ProfileName.extend({
  note: Note,
  privateNote: PrivateNote,
});

const seen = z
  .array(
    z.object({
      id: IdInput().meta({ description: 'The id of the profile.' }),
      revision: z
        .int()
        .min(0)
        .meta({ description: 'Its revision as it was seen.', examples: [1] }),
    }),
  )
  .min(1, 'Must be 1 to 100 profiles.')
  .max(100, 'Must be 1 to 100 profiles.')
  .refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, {
    error: 'Must name each profile once.',
  })
  .meta({
    description: 'The profiles as they were seen; what has changed since is rejected.',
  });

export const HideManyInput = z.object({
  profiles: seen,
  reason: Reason,
  note: Note,
  privateNote: PrivateNote,
});

export const HideAllOfInput = z.object({
  ownerId: IdInput('Must be the id of a user.').meta({ description: 'Whose profiles.' }),
  reason: Reason,
  note: Note,
  privateNote: PrivateNote,
});

export const HiddenAllOf = answerOf({
  action: z.uuid().nullable().meta({
    description: 'The id of the moderation action; `null` where there was none to hide.',
  }),
  hidden: count('Profiles that were hidden.'),
});

export const RestoreManyInput = z.object({
  profiles: seen,
  note: Note,
  privateNote: PrivateNote,
});

/**
 * The newest position, edit (microseconds since 1970) and event when a list was
 * read. A change that commits at that moment may be in neither the list nor its
 * updates.
 */
export const Moment = z.object({ profile: z.int(), edit: z.int(), event: z.int() });

export type Moment = z.infer<typeof Moment>;
