import { identityNames } from '@namecard/db';
import { z } from 'zod';
import { NamedPerson } from '../../access/schemas.ts';
import { Grounds, hasWords, Reason, Remarks, wordsMissing } from '../../audit/schemas.ts';
import { Profile, ProfileName } from '../../profiles/schemas.ts';
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
  UserIdInput,
} from '../../schemas.ts';
import { searched } from '../../text.ts';

const states = ['active', 'hidden'] as const;

/** All conditions must hold. */
export const Filter = z.object({
  text: searched({ max: 200 }).optional().meta({
    description:
      'Terms that must all match. A word or a `"phrase in quotes"` is looked for in the username, the about text, the links and the referral, in any case; for admins also in the owner’s email address. `-` before a term excludes it. `domain:example.com` finds links to a domain and its subdomains. `owner:ann@example.com` finds the profiles of one owner, as `owner:` with the user’s id does, and `owner:@example.com` those of all owners with an address at that domain. For moderators and keys a word finds only a whole address or `@example.com`, and the history records each whole address. If all terms are words of one or two characters, the username must begin with them.',
  }),
  state: z
    .enum(states)
    .optional()
    .meta({ description: 'Whether the profile is hidden.' }),
  located: z
    .boolean()
    .optional()
    .meta({ description: 'Whether the profile has a location.' }),
  createdFrom: InstantInput.optional().meta({
    description: 'Only profiles created from this instant on.',
  }),
  createdBefore: InstantInput.optional().meta({
    description: 'Only profiles created before this instant.',
  }),
  referredBy: searched({ max: 64 })
    .optional()
    .meta({ description: 'The username of the profile that referred it.' }),
  duplicateIdentities: z.boolean().optional().meta({
    description: 'Whether another user has linked an identity of the owner too.',
  }),
});

export const sorts = ['newest', 'oldest', 'changed', 'username'] as const;

export const SearchProfilesInput = Filter.extend({
  sort: z
    .enum(sorts)
    .default('newest')
    .meta({ description: 'The order. `changed`: the last changed ones first.' }),
  cursor: CursorInput,
  limit: limitInput('profiles', 50),
});

const isHeld = z.boolean().meta({
  description:
    'Whether it waits for a first look. Then nobody else sees it, and it is not `hidden`: nobody has decided so.',
  examples: [false],
});

export const ModeratedProfile = Profile.extend({
  isHeld,
  id: z.uuid().meta({ description: 'The id of the profile, which never changes.' }),
  referral: z.string().meta({
    description: 'The person or thing that referred the owner, in the owner’s words.',
    examples: ['bob'],
  }),
  referrer: textOrNull(
    'The username of the profile that referred it. `null` if none did.',
    'bob',
  ),
  owner: NamedPerson.extend({
    username: textOrNull('The owner’s username. `null` until one is set.', 'ann'),
    isSuspended: z.boolean().meta({ description: 'Whether the owner is suspended now.' }),
  }).meta({ description: 'The owner.' }),
  duplicateIdentities: z
    .array(z.enum(identityNames))
    .meta({ description: 'The owner’s identities that other users have linked too.' }),
  createdAt: Instant.meta({ description: 'When the profile was created.' }),
  updatedAt: Instant.meta({ description: 'When the owner last changed the profile.' }),
  revision: z.int().meta({
    description:
      'Rises with each change. Send it with an action, which is rejected if the profile has changed since.',
    examples: [1],
  }),
}).meta({ id: 'ModeratedProfile', description: 'A profile as moderators see it.' });

export const FoundProfiles = answerOf({
  profiles: z
    .array(ModeratedProfile)
    .meta({ description: 'The profiles that were found.' }),
  nextCursor: NextCursor,
  asOf: z.string().meta({
    description: 'The moment of this answer. `updates` counts from it.',
    examples: ['MSAyIDM'],
  }),
});

const Count = z.object({
  count: count('How many profiles were counted.'),
  isMore: z
    .boolean()
    .meta({ description: 'Whether there are more than the counted ones.' }),
});

export const ProfileCounts = answerOf({
  all: Count.meta({ description: 'All profiles that match the filter.' }),
  active: Count.meta({ description: 'The profiles that are not hidden.' }),
  hidden: Count.meta({ description: 'The profiles that are hidden.' }),
});

export const UpdatesInput = Filter.extend({
  asOf: z.string().meta({ description: 'The `asOf` of an earlier answer.' }),
});

export const ProfileUpdates = answerOf({
  created: count('Profiles created since then.'),
  changed: count('Profiles changed since then.'),
});

export const OwnedProfile = z.object({
  username: z
    .string()
    .meta({ description: 'The username of the profile.', examples: ['ann'] }),
  hidden: z.boolean().meta({ description: 'Whether the profile is hidden.' }),
  isHeld,
  createdAt: Instant.meta({ description: 'When the profile was created.' }),
});

export const InspectedProfile = answerOf({
  profile: ModeratedProfile,
  siblings: z.array(OwnedProfile).meta({ description: 'Other profiles of the owner.' }),
  siblingCount: count('How many other profiles the owner has.'),
  referredCount: count('How many profiles this one referred.'),
});

export const Town = answerOf({
  name: textOrNull('The nearest town. `null` if there is none within 100 km.', 'Vienna'),
  country: textOrNull('Its country, in ISO 3166-1.', 'AT'),
});

export const HideProfileInput = ProfileName.extend({
  ...Grounds,
  reason: Reason.default('other'),
}).refine(hasWords, wordsMissing);

export const RestoreProfileInput = ProfileName.extend(Remarks);

const seen = z
  .array(
    z.object({
      id: IdInput().meta({ description: 'The id of the profile.' }),
      revision: z
        .int()
        .min(0)
        .meta({ description: 'The revision that the moderator saw.', examples: [1] }),
    }),
  )
  .min(1, 'Must be 1 to 100 profiles.')
  .max(100, 'Must be 1 to 100 profiles.')
  .refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, {
    error: 'Must name each profile once.',
  })
  .meta({
    description:
      'The profiles with the revisions that the moderator saw. Profiles that have changed since are rejected.',
  });

export const HideManyInput = z
  .object({
    profiles: seen,
    ...Grounds,
  })
  .refine(hasWords, wordsMissing);

export const HideAllOfInput = z
  .object({
    ownerId: UserIdInput.meta({ description: 'The owner of the profiles.' }),
    ...Grounds,
  })
  .refine(hasWords, wordsMissing);

export const HiddenAllOf = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The id of the moderation action. `null` if there was no profile to hide.',
  }),
  hidden: count('Profiles that were hidden.'),
});

export const RestoreManyInput = z.object({ profiles: seen, ...Remarks });
