import { waitingActKinds } from '@namecard/db';
import { z } from 'zod';
import { Person } from '../../access/schemas.ts';
import { Grounds, hasWords, Reason, wordsMissing } from '../../audit/schemas.ts';
import { answerOf, count, IdInput, Instant, textOrNull } from '../../schemas.ts';
import { WaveInput } from '../desk/schemas.ts';
import { Filter, ModeratedProfile } from '../profiles/schemas.ts';
import { rejectionReasons } from '../schemas.ts';
import { UserFilter } from '../users/schemas.ts';

const previewedKinds = ['hide', 'restore', 'approve'] as const;

export type PreviewedKind = (typeof previewedKinds)[number];

/** Why a profile is not changed, or an event not undone. */
const leftReasons = [...rejectionReasons, 'STAFF', 'NO_ITEM'] as const;

export type LeftReason = (typeof leftReasons)[number];

const LeftReason = z
  .enum(leftReasons)
  .meta({ description: 'Why a profile is not changed, as a constant.' });

export const PreviewInput = z
  .object({
    kind: z
      .enum(previewedKinds, `Must be one of ${previewedKinds.join(', ')}.`)
      .meta({ description: 'What is to be done to the profiles.' }),
    profiles: Filter.optional().meta({
      description: 'All profiles that a search for profiles finds.',
    }),
    users: UserFilter.optional().meta({
      description: 'All profiles of the users whom a search for users finds.',
    }),
    wave: WaveInput.optional().meta({
      description: 'The cards of a wave of the desk, as they are now.',
    }),
  })
  .refine(
    ({ profiles, users, wave }) => [profiles, users, wave].filter(Boolean).length === 1,
    {
      error: 'Must be an object with one of profiles, users and wave.',
    },
  )
  .meta({ examples: [{ kind: 'hide', profiles: { text: 'domain:shop.example' } }] });

export const Preview = answerOf({
  id: z.uuid().meta({
    description:
      'The token of exactly this set. `start` takes it once, within ten minutes.',
  }),
  cards: count('How many profiles the act would change.'),
  owners: count('How many people own them.'),
  samples: z
    .array(ModeratedProfile)
    .meta({ description: 'Up to five of the profiles, from the oldest to the newest.' }),
  left: z
    .array(
      z.object({
        reason: LeftReason,
        count: count('How many profiles are left out for this reason.'),
      }),
    )
    .meta({ description: 'Profiles that match and that the act would not change.' }),
});

const actId = IdInput('Must be the id of an act.').meta({
  description: 'The id of the act.',
});

export const StartInput = z
  .object({
    id: actId,
    ...Grounds,
    reason: Reason.optional(),
    suspendOwners: z.boolean().default(false).meta({
      description:
        'Whether to suspend the owners too, without an end. Only an admin may, no service key, and only where profiles are hidden.',
    }),
  })
  .refine(hasWords, wordsMissing);

export const ActInput = z.object({ id: actId });

export const LargeAct = z
  .object({
    id: z.uuid().meta({ description: 'The id of the act.' }),
    kind: z.enum(waitingActKinds).meta({ description: 'What is done.' }),
    by: Person.nullable().meta({
      description:
        'The person in whose name it is done, or who asked for it while it waits. `null` for a service key, or if the account was erased.',
    }),
    byKey: textOrNull(
      'The name of the service key that does it. `null` for a person.',
      null,
    ),
    askedAt: Instant.meta({ description: 'When it was asked for.' }),
    state: z.enum(['waiting', 'running', 'done', 'stopped']).meta({
      description:
        '`waiting`: it is beyond a moderator’s limit, and an admin starts or stops it. `running`: a job does it. `stopped`: the rest stays as it is.',
    }),
    total: count('How many profiles or events it is about.'),
    passed: count('How many of them it has looked at.'),
    left: count('How many of these it has left as they were.'),
    reason: Reason.nullable().meta({
      description: 'The reason, as a constant. `null` if none was given.',
    }),
    note: textOrNull(
      'The note for the owners, until the act ends. `null` without one.',
      'Please remove the advertisement.',
    ),
    privateNote: textOrNull(
      'The note for the team, until the act ends. `null` without one.',
      'The third time.',
    ),
    action: z.uuid().nullable().meta({
      description:
        'The id of the moderation action, for the history and for an undo. `null` while it waits.',
    }),
  })
  .meta({
    id: 'LargeAct',
    description: 'An act that waits for an admin, or that a job does piece by piece.',
  });

export const OneAct = answerOf({ act: LargeAct });

export const LargeActs = answerOf({
  acts: z.array(LargeAct).meta({
    description:
      'The acts that go on, those that wait, then those that ended within a day, each newest first. All that go on or wait are there.',
  }),
});

export const InspectedAct = answerOf({
  act: LargeAct,
  left: z
    .array(
      z.object({
        id: z.uuid().meta({ description: 'The id of the profile or the event.' }),
        username: textOrNull('The username of the profile. `null` if it is gone.', 'ann'),
        reason: LeftReason,
      }),
    )
    .meta({ description: 'The first thousand that were left as they were.' }),
});
