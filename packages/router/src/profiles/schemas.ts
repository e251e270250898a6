import { moderationReasons } from '@namecard/db';
import { z } from 'zod';
import { Instant } from '../schemas.ts';
import { line, paragraphs, username, visibleLine } from '../text.ts';

/** RFC 3986 leaves lengths open; 2,048 is what every browser and proxy takes. */
const longestLink = 2048;

/** An authority without user info (RFC 3986, section 3.2), and no white space or backslash, which browsers read as a slash. */
const webLink = /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i;

/** `http` or `https`, a host, and nobody's password in front of it. */
function isWebLink(value: string): boolean {
  return webLink.test(value) && URL.canParse(value);
}

const link = visibleLine({ max: longestLink })
  .refine((value) => value === '' || isWebLink(value), {
    error:
      'Must be a link that begins with http:// or https:// and holds no user name or password.',
  })
  .nullable()
  .optional()
  .meta({
    description:
      'An http or https link, without invisible characters. `null` or an empty string removes it.',
  });

const Links = z.strictObject(
  { x: link, telegram: link, website: link, discord: link },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Must hold x, telegram, website and discord only, not ${issue.keys.length === 1 ? 'another key' : 'other keys'}.`
        : 'Must be an object.',
  },
);

const latitude = z
  .number('Must be a number.')
  .min(-90, 'Must be at least -90.')
  .max(90, 'Must be at most 90.');

const longitude = z
  .number('Must be a number.')
  .min(-180, 'Must be at least -180.')
  .max(180, 'Must be at most 180.');

export const Profile = z
  .object({
    username: z.string(),
    about: z.string().nullable(),
    socials: z.object({
      x: z.string().optional(),
      telegram: z.string().optional(),
      website: z.string().optional(),
      discord: z.string().optional(),
    }),
    location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    hidden: z.boolean(),
  })
  .meta({ id: 'Profile' });

export const ProfileCount = z
  .object({ all: z.int().min(0), hidden: z.int().min(0), active: z.int().min(0) })
  .meta({ id: 'ProfileCount' });

/** A profile that may not exist: a username that can't is not found, rather than not valid. */
export const ProfileName = z.object({
  username: z.string('Must be a string.').meta({ description: 'The username of the profile.' }),
});

export const CreateProfileInput = z.object({
  username: username.meta({ description: 'Unique without case.' }),
  referral: line({ max: 256 }).meta({
    description: 'Who or what referred you; may be empty. The username of a profile links the two.',
  }),
});

export const CreatedProfile = z
  .object({ message: z.string(), profile: Profile })
  .meta({ id: 'CreatedProfile' });

const page = z
  .int('Must be a whole number.')
  .min(1, 'Must be at least 1.')
  .default(1)
  .meta({ description: 'The page, from 1. Past the end it is empty.' });

const limit = z
  .int('Must be a whole number.')
  .min(1, 'Must be 1 to 100.')
  .max(100, 'Must be 1 to 100.')
  .default(20)
  .meta({ description: 'Profiles on a page.' });

export const ListProfilesInput = z.object({
  page,
  limit,
  reverse: z
    .boolean('Must be true or false.')
    .default(false)
    .meta({ description: '`false`: newest first. `true`: oldest first.' }),
});

export const ProfileList = z
  .object({ data: z.object({ count: ProfileCount, profiles: z.array(Profile) }) })
  .meta({ id: 'ProfileList' });

export const WalkProfilesInput = z.object({
  cursor: z
    .string('Must be a string.')
    .optional()
    .meta({ description: 'The `nextCursor` of the page before; left out the walk begins.' }),
  limit: limit.default(100),
});

export const ProfileWalk = z
  .object({
    data: z.object({
      profiles: z.array(Profile),
      nextCursor: z.string().nullable().meta({ description: '`null` at the end of the walk.' }),
    }),
  })
  .meta({ id: 'ProfileWalk' });

export const ListMineInput = z.object({ page, limit });

/** Why one of one's own profiles is hidden. */
export const Notice = z
  .object({
    username: z.string(),
    reason: z.enum(moderationReasons),
    note: z.string().nullable().meta({ description: 'What the moderator wrote to the owner.' }),
    at: Instant,
  })
  .meta({ id: 'Notice' });

export const MyProfiles = z
  .object({
    data: z.object({
      profiles: z.array(Profile),
      notices: z
        .array(Notice)
        .meta({ description: 'Why those of the page that are hidden are so.' }),
    }),
  })
  .meta({ id: 'MyProfiles' });

export const UpdateSocialsInput = ProfileName.extend({
  socials: Links.optional().meta({
    description: 'Links that are left out stay as they are.',
  }),
  about: paragraphs({ max: 2000 })
    .nullable()
    .optional()
    .meta({ description: 'Left out it stays; `null` or an empty string clears it.' }),
});

export const UpdateLocationInput = ProfileName.extend({
  location: z
    .object({ latitude, longitude }, 'Must be an object with latitude and longitude, or null.')
    .nullable()
    .meta({ description: '`null` clears it.' }),
});

export const OneProfile = z
  .object({ data: z.object({ profile: Profile }) })
  .meta({ id: 'OneProfile' });
