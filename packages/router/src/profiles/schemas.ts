import { moderationReasons, reportReasons, type SocialNetwork } from '@namecard/db';
import { z } from 'zod';
import { answerOf, AppealText, CursorInput, Instant, NextCursor } from '../schemas.ts';
import { line, paragraphs, username } from '../text.ts';
import { Links } from './links.ts';

const north = { description: 'Degrees north of the equator.', examples: [48.2] };
const east = { description: 'Degrees east of Greenwich.', examples: [16.4] };

const latitude = z
  .number('Must be a number.')
  .min(-90, 'Must be at least -90.')
  .max(90, 'Must be at most 90.')
  .meta(north);

const longitude = z
  .number('Must be a number.')
  .min(-180, 'Must be at least -180.')
  .max(180, 'Must be at most 180.')
  .meta(east);

const shownLink = (where: string, example: string) =>
  z
    .string()
    .optional()
    .meta({
      description: `A link to them ${where}, as they typed it.`,
      examples: [example],
    });

const name = z.string().meta({
  description: 'What the profile is found by, unique without case.',
  examples: ['ann'],
});

export const Profile = z
  .object({
    username: name,
    about: z
      .string()
      .nullable()
      .meta({
        description:
          'What its owner says of themselves, in plain text; `null` where nothing is.',
        examples: ['I play the Caro-Kann, badly.'],
      }),
    socials: z
      .object({
        x: shownLink('on X', 'https://x.com/ann'),
        telegram: shownLink('on Telegram', 'https://t.me/ann'),
        website: shownLink('on the web', 'https://ann.example.com'),
        discord: shownLink('on Discord', 'https://discord.gg/ann'),
      } satisfies Record<SocialNetwork, ReturnType<typeof shownLink>>)
      .meta({ description: 'The links that are set.' }),
    location: z
      .object({ latitude: z.number().meta(north), longitude: z.number().meta(east) })
      .nullable()
      .meta({
        description:
          'Where it is, `null` where it does not say. Others than its owner and moderators may be given it rounded.',
      }),
    hidden: z
      .boolean()
      .meta({ description: 'Whether moderators have hidden it from others.' }),
  })
  .meta({ id: 'Profile', description: 'A public card of a user’s.' });

const count = (what: string) =>
  z
    .int()
    .min(0)
    .meta({ description: what, examples: [1] });

export const ProfileCount = z
  .object({
    all: count('All profiles.').meta({ examples: [2] }),
    hidden: count('Those that are hidden.'),
    active: count('Those that are not hidden.'),
  })
  .meta({ id: 'ProfileCount', description: 'How many profiles there are.' });

/** An impossible username is answered as not found, not as invalid input. */
export const ProfileName = z.object({
  username: z
    .string('Must be a string.')
    .meta({ description: 'The username of the profile.', examples: ['ann'] }),
});

export const CreateProfileInput = z.object({
  username: username.meta({ description: 'Unique without case.', examples: ['ann'] }),
  referral: line({ max: 256 }).meta({
    description:
      'Who or what referred you; may be empty. The username of a profile links the two.',
    examples: ['bob'],
  }),
});

export const CreatedProfile = z
  .object({
    message: z.string().meta({
      description: 'For people to read.',
      examples: ['The profile was created.'],
    }),
    profile: Profile,
  })
  .meta({ id: 'CreatedProfile' });

const page = z
  .int('Must be a whole number.')
  .min(1, 'Must be at least 1.')
  .default(1)
  .meta({ description: 'The page, from 1. Past the end it is empty.' });

export const largestPage = 100;

const limit = z
  .int('Must be a whole number.')
  .min(1, 'Must be 1 to 100.')
  .max(largestPage, 'Must be 1 to 100.')
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

const profilesOfPage = z.array(Profile).meta({ description: 'Those of the page.' });

export const ProfileList = answerOf({
  count: ProfileCount,
  profiles: profilesOfPage,
}).meta({
  id: 'ProfileList',
});

export const WalkProfilesInput = z.object({
  cursor: z.string('Must be a string.').optional().meta({
    description: 'The `nextCursor` of the page before; left out the walk begins.',
  }),
  limit: limit.default(100),
});

const WalkedProfile = Profile.extend({
  id: z.uuid().optional().meta({
    description:
      'The id by which changes and webhooks name it. Given to programs with a service key alone.',
  }),
}).meta({ id: 'WalkedProfile', description: 'A profile as a walk meets it.' });

export const ProfileWalk = answerOf({
  profiles: z.array(WalkedProfile).meta({ description: 'The next ones.' }),
  nextCursor: z
    .string()
    .nullable()
    .meta({
      description: 'What the next page is asked for with; `null` at the end of the walk.',
      examples: [null],
    }),
}).meta({ id: 'ProfileWalk' });

export const SearchProfilesInput = z.object({
  text: line({ max: 100 }).meta({
    description:
      'At most 8 words, each of which has to be in the username or the about text, in any case. Without any, all profiles are found.',
    examples: ['chess vienna'],
  }),
  cursor: CursorInput,
  limit,
});

export const FoundProfiles = answerOf({
  profiles: z.array(Profile).meta({
    description: 'The next ones, newest first. A page may be empty though more follow.',
  }),
  nextCursor: NextCursor,
}).meta({ id: 'FoundProfiles' });

export const ListMineInput = z.object({ page, limit });

export const Notice = z
  .object({
    username: name,
    reason: z.enum(moderationReasons).meta({ description: 'Why, as a constant.' }),
    note: z
      .string()
      .nullable()
      .meta({
        description:
          'What the moderator wrote to the owner, and whom to write to where the service says so.',
        examples: ['Please remove the advertisement.'],
      }),
    at: Instant.meta({ description: 'When it was hidden.' }),
  })
  .meta({ id: 'Notice', description: 'Why a profile is hidden.' });

export const MyProfiles = answerOf({
  profiles: profilesOfPage,
  notices: z
    .array(Notice)
    .meta({ description: 'Why those of the page that are hidden are so.' }),
}).meta({ id: 'MyProfiles' });

export const UpdateSocialsInput = ProfileName.extend({
  socials: Links.optional().meta({
    description: 'Links that are left out stay as they are.',
  }),
  about: paragraphs({ max: 2000 })
    .nullable()
    .optional()
    .meta({
      description: 'Left out it stays; `null` or an empty string clears it.',
      examples: ['I play the Caro-Kann, badly.'],
    }),
});

export const UpdateLocationInput = ProfileName.extend({
  location: z
    .object(
      { latitude, longitude },
      'Must be an object with latitude and longitude, or null.',
    )
    .nullable()
    .meta({ description: '`null` clears it.' }),
});

export const ReportProfileInput = ProfileName.extend({
  reason: z
    .enum(reportReasons)
    .meta({ description: 'Why, as a constant. `danger`: somebody may come to harm.' }),
  text: paragraphs({ max: 1000 })
    .nullable()
    .optional()
    .meta({
      description: 'For moderators to read.',
      examples: ['That is my photo.'],
    }),
});

export const AppealProfileInput = ProfileName.extend({ text: AppealText });

export const OneProfile = answerOf({ profile: Profile }).meta({ id: 'OneProfile' });
