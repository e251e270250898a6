import { moderationReasons, reportReasons } from '@namecard/db';
import { eachSocial, type SocialKind, type SocialNetwork } from '@namecard/look/socials';
import { z } from 'zod';
import { OptionalEmailInput } from '../access/schemas.ts';
import {
  answerOf,
  AppealText,
  count,
  CursorInput,
  Instant,
  NextCursor,
  textOrNull,
  wholeInput,
  wholeNumber,
} from '../schemas.ts';
import { line, paragraphs, searched, seenLine } from '../text.ts';
import { username } from '../usernames.ts';
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

const place = { latitude, longitude };

export const Place = z.object(place);

const shownLink = ({ name: of, example }: SocialKind, network: SocialNetwork) =>
  z
    .string()
    .optional()
    .meta({
      description: `A link to them on ${network === 'website' ? 'the web' : of}, unverified.`,
      examples: [example],
    });

const name = z.string().meta({
  description: 'The name of the profile, unique in any case.',
  examples: ['ann'],
});

export const Profile = z
  .object({
    username: name,
    about: textOrNull(
      'The owner’s text about themselves, without markup. `null` if there is none.',
      'I play the Caro-Kann, badly.',
    ),
    socials: z
      .object(eachSocial(shownLink))
      .meta({ description: 'The links that are set.' }),
    location: z
      .object({ latitude: z.number().meta(north), longitude: z.number().meta(east) })
      .nullable()
      .meta({
        description:
          'The location. `null` if none is set. Only the owner and moderators always get it exactly; others may get it rounded.',
      }),
    hidden: z
      .boolean()
      .meta({ description: 'Whether moderators have hidden it from others.' }),
  })
  .meta({ id: 'Profile', description: 'A public card of a user.' });

export const ProfileCount = z
  .object({
    all: count('All profiles.').meta({ examples: [2] }),
    hidden: count('The profiles that are hidden.'),
    active: count('The profiles that are not hidden.'),
  })
  .meta({ id: 'ProfileCount', description: 'How many profiles there are.' });

/** An impossible username is answered as not found, not as invalid input. */
export const ProfileName = z.object({
  username: z
    .string('Must be a string.')
    .meta({ description: 'The username of the profile.', examples: ['ann'] }),
});

export const CreateProfileInput = z.object({
  username: username.meta({ description: 'Unique in any case.', examples: ['ann'] }),
  referral: line({ max: 256 }).meta({
    description:
      'The person or thing that referred you. It may be empty. The username of a profile links your profile to that one.',
    examples: ['bob'],
  }),
});

export const CreatedProfile = z
  .object({
    message: z.string().meta({
      description: 'A text for people.',
      examples: ['The profile was created.'],
    }),
    profile: Profile,
  })
  .meta({ id: 'CreatedProfile' });

const page = wholeNumber().min(1, 'Must be at least 1.').default(1).meta({
  description: 'The number of the page, from 1. A page after the end is empty.',
});

export const largestPage = 100;

const limit = wholeInput(1, largestPage)
  .default(20)
  .meta({ description: 'The most profiles on a page.' });

export const ListProfilesInput = z.object({
  page,
  limit,
  reverse: z
    .boolean('Must be true or false.')
    .default(false)
    .meta({ description: '`false`: newest first. `true`: oldest first.' }),
});

const profilesOfPage = z
  .array(Profile)
  .meta({ description: 'The profiles of the page.' });

export const ProfileList = answerOf({
  count: ProfileCount,
  profiles: profilesOfPage,
}).meta({
  id: 'ProfileList',
});

export const WalkProfilesInput = z.object({
  cursor: z.string('Must be a string.').optional().meta({
    description:
      'The `nextCursor` of the last page. Without it, the walk starts from the beginning.',
  }),
  limit: limit.default(100),
});

const WalkedProfile = Profile.extend({
  id: z.uuid().optional().meta({
    description:
      'The id of the profile, as in changes and webhooks. Only programs with a service key get it.',
  }),
}).meta({ id: 'WalkedProfile', description: 'A profile in a walk.' });

export const ProfileWalk = answerOf({
  profiles: z.array(WalkedProfile).meta({ description: 'The next profiles.' }),
  nextCursor: textOrNull(
    'The cursor of the next page. `null` at the end of the walk.',
    null,
  ),
}).meta({ id: 'ProfileWalk' });

export const SearchProfilesInput = z.object({
  text: searched({ max: 100 }).meta({
    description:
      'At most 8 words. Each word must be part of the username or the about text, in any case. Without words, all profiles are found.',
    examples: ['chess vienna'],
  }),
  cursor: CursorInput,
  limit,
});

export const FoundProfiles = answerOf({
  profiles: z.array(Profile).meta({
    description:
      'The next profiles, newest first. A page can be empty even if more pages follow.',
  }),
  nextCursor: NextCursor,
}).meta({ id: 'FoundProfiles' });

export const ListMineInput = z.object({ page, limit });

export const Notice = z
  .object({
    username: name,
    reason: z.enum(moderationReasons).meta({ description: 'The reason, as a constant.' }),
    note: textOrNull(
      'The moderator’s note to the owner. `null` if there is none.',
      'Please remove the advertisement.',
    ),
    at: Instant.meta({ description: 'When the profile was hidden.' }),
    afterReport: z.boolean().meta({
      description: 'Whether somebody had reported it. If not, it was our own look.',
      examples: [true],
    }),
    byProgram: z
      .boolean()
      .meta({ description: 'Whether a program decided it.', examples: [false] }),
    rule: textOrNull(
      'The part of the operator’s terms about the reason. `null` if the terms have no page.',
      'https://example.com/terms#spam',
    ),
    appeal: textOrNull(
      'What the owner wrote when asking for another look. `null` if they have not asked.',
      'It is my own shop.',
    ),
    appealedAt: Instant.nullable().meta({
      description: 'When the owner asked for another look. `null` if they have not.',
    }),
    answeredAt: Instant.nullable().meta({
      description: 'When the appeal was turned down. `null` while it waits.',
    }),
    answer: textOrNull(
      'The moderator’s answer to the appeal. `null` if there is none.',
      'It is advertising.',
    ),
  })
  .meta({ id: 'Notice', description: 'Why a profile is hidden.' });

export const MyProfiles = answerOf({
  profiles: profilesOfPage,
  notices: z
    .array(Notice)
    .meta({ description: 'The reasons for the hidden profiles of the page.' }),
  waiting: z.array(name).meta({
    description:
      'The usernames of the profiles of the page that wait for a first look. They are `hidden` until then, and nobody has decided about them.',
    examples: [[]],
  }),
  membersOnly: z.array(name).meta({
    description:
      'The usernames of the profiles of the page that only signed-in people may read. Anybody may read the others, if the operator has made profiles public.',
    examples: [[]],
  }),
}).meta({ id: 'MyProfiles' });

export const ChooseReadersInput = ProfileName.extend({
  readers: z.enum(['anybody', 'members']).meta({
    description:
      '`anybody`: also people without an account, if the operator has made profiles public. `members`: signed-in people and programs alone.',
  }),
});

export const UpdateSocialsInput = ProfileName.extend({
  socials: Links.optional().meta({
    description: 'The links to change. Other links stay as they are.',
  }),
  about: paragraphs({ max: 2000 })
    .nullable()
    .optional()
    .meta({
      description:
        'The new about text. `null` or an empty string clears it. Without it, the text stays as it is.',
      examples: ['I play the Caro-Kann, badly.'],
    }),
});

export const UpdateLocationInput = ProfileName.extend({
  location: z
    .object(place, 'Must be an object with latitude and longitude, or null.')
    .nullable()
    .meta({ description: 'The new location. `null` clears it.' }),
});

export const ReportProfileInput = ProfileName.extend({
  reason: z.enum(reportReasons).meta({
    description: 'The reason, as a constant. `danger`: somebody may come to harm.',
  }),
  text: paragraphs({ max: 1000 })
    .nullable()
    .optional()
    .meta({
      description: 'A text for moderators.',
      examples: ['That is my photo.'],
    }),
  name: seenLine({ max: 100 })
    .nullable()
    .optional()
    .meta({
      description:
        'Your name, if you report without an account and want to give it. Admins alone read it.',
      examples: ['Ann Miller'],
    }),
  email: OptionalEmailInput.nullable()
    .optional()
    .meta({
      description:
        'Your address, if you report without an account and want to hear what became of it: a mail that the report arrived, if profiles are public, and one with the decision. Only admins read it. It is deleted from the report once the decision was mailed.',
      examples: ['ann@example.com'],
    }),
});

export const MyReports = answerOf({
  reports: z
    .array(
      z.object({
        at: Instant.meta({ description: 'When you reported the profile.' }),
        reason: z
          .enum(reportReasons)
          .meta({ description: 'Your reason, as a constant.', examples: ['spam'] }),
        username: textOrNull('The profile. `null` if it is hidden or gone.', 'ann'),
        state: z.enum(['received', 'hidden', 'approved', 'gone', 'closed']).meta({
          description:
            '`received`: moderators look at it. `hidden`: the profile was hidden. `approved`: it stays as it is. `gone`: it was deleted first. `closed`: your report was closed without a decision about the profile. A decision shows after ten minutes.',
        }),
      }),
    )
    .meta({ description: 'Your newest 50 reports, newest first.' }),
}).meta({ id: 'MyReports' });

export const AppealProfileInput = ProfileName.extend({ text: AppealText });

export const OneProfile = answerOf({ profile: Profile }).meta({ id: 'OneProfile' });
