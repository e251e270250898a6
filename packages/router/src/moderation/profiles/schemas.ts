import { identityNames } from '@namecard/db';
import { z } from 'zod';
import { Note, PrivateNote, Reason } from '../../audit/schemas.ts';
import { Profile, ProfileName } from '../../profiles/schemas.ts';
import { IdInput, Instant, InstantInput } from '../../schemas.ts';
import { line } from '../../text.ts';

export const states = ['active', 'hidden'] as const;

/** What is looked for; all of it has to be so. */
const filter = {
  /** Words that the username, about text, links, referral or owner's address hold, as `termsOf` reads them. */
  text: line({ min: 1, max: 200 }).optional(),
  state: z.enum(states).optional(),
  /** Whether it says where it is. */
  located: z.boolean().optional(),
  createdFrom: InstantInput.optional(),
  /** Exclusive. */
  createdBefore: InstantInput.optional(),
  /** The username of the profile that referred it. */
  referredBy: line({ min: 1, max: 64 }).optional(),
  /** Whether others link an identity of its owner's. */
  duplicateIdentities: z.boolean().optional(),
};

export const Filter = z.object(filter);

export const sorts = ['newest', 'oldest', 'changed', 'username'] as const;

export const SearchProfilesInput = z.object({
  ...filter,
  /** `changed`: changed last first. */
  sort: z.enum(sorts).default('newest'),
  cursor: z.string().optional(),
  limit: z.int().min(1).max(100).default(50),
});

export const ModeratedProfile = Profile.extend({
  id: z.uuid(),
  referral: z.string(),
  referrer: z.string().nullable(),
  owner: z.object({
    id: z.uuid(),
    email: z.string(),
    username: z.string().nullable(),
    isSuspended: z.boolean(),
  }),
  /** The identities of its owner that other users link too. */
  duplicateIdentities: z.array(z.enum(identityNames)),
  createdAt: Instant,
  updatedAt: Instant,
  /** Raised by any change: what an action on it is checked against. */
  revision: z.int(),
}).meta({ id: 'ModeratedProfile' });

export const FoundProfiles = z.object({
  data: z.object({
    profiles: z.array(ModeratedProfile),
    nextCursor: z.string().nullable(),
    /** What `updates` counts from. */
    asOf: z.string(),
  }),
});

/** `isMore` where it was not counted further. */
export const Count = z.object({ count: z.int().min(0), isMore: z.boolean() });

export const ProfileCounts = z.object({
  data: z.object({ all: Count, active: Count, hidden: Count }),
});

export const UpdatesInput = z.object({ ...filter, asOf: z.string() });

export const ProfileUpdates = z.object({
  data: z.object({ created: z.int().min(0), changed: z.int().min(0) }),
});

/** A profile beside its owner's others. */
export const OwnedProfile = z.object({
  username: z.string(),
  hidden: z.boolean(),
  createdAt: Instant,
});

export const InspectedProfile = z.object({
  data: z.object({
    profile: ModeratedProfile,
    siblings: z.array(OwnedProfile),
    siblingCount: z.int().min(0),
    referredCount: z.int().min(0),
  }),
});

export const HideProfileInput = ProfileName.extend({
  reason: Reason.default('other'),
  note: Note,
  privateNote: PrivateNote,
});

export const RestoreProfileInput = ProfileName.extend({ note: Note, privateNote: PrivateNote });

const seen = z
  .array(z.object({ id: IdInput(), revision: z.int().min(0) }))
  .min(1, 'Must be 1 to 100 profiles.')
  .max(100, 'Must be 1 to 100 profiles.')
  .refine((profiles) => new Set(profiles.map(({ id }) => id)).size === profiles.length, {
    error: 'Must name each profile once.',
  });

export const HideManyInput = z.object({
  profiles: seen,
  reason: Reason,
  note: Note,
  privateNote: PrivateNote,
});

export const HideAllOfInput = z.object({
  ownerId: IdInput('Must be the id of a user.'),
  reason: Reason,
  note: Note,
  privateNote: PrivateNote,
});

export const HiddenAllOf = z.object({
  data: z.object({
    /** `null` where there was none to hide. */
    action: z.uuid().nullable(),
    hidden: z.int().min(0),
  }),
});

export const RestoreManyInput = z.object({
  profiles: seen,
  note: Note,
  privateNote: PrivateNote,
});

/**
 * What had happened when a list was read: the last profile's position, the last edit's microsecond since 1970, the last
 * event's position. What committed at that very moment and had begun before may be in neither the list nor its updates.
 */
export const Moment = z.object({ profile: z.int(), edit: z.int(), event: z.int() });

export type Moment = z.infer<typeof Moment>;
