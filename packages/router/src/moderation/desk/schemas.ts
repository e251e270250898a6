import { itemKinds, reportReasons, socialNetworks } from '@namecard/db';
import { z } from 'zod';
import { SignInAddress } from '../../access/schemas.ts';
import { Note } from '../../audit/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  NextCursor,
} from '../../schemas.ts';
import { ModeratedProfile } from '../profiles/schemas.ts';

/** What an item is worked on in: urgent ones together, the others by their kind. */
export const lanes = ['urgent', ...itemKinds] as const;

export type Lane = (typeof lanes)[number];

const Lane = z.enum(lanes);

const Person = z.object({
  id: z.uuid().meta({ description: 'Their id.' }),
  email: SignInAddress,
});

const ReportReason = z.enum(reportReasons).meta({ description: 'Why, as a constant.' });

export const DeskItem = z
  .object({
    id: z.uuid().meta({ description: 'What to decide about it by.' }),
    kind: z.enum(itemKinds).meta({ description: 'Why it is to be looked at.' }),
    urgent: z.boolean().meta({ description: 'Whether somebody may come to harm.' }),
    openedAt: Instant.meta({ description: 'Since when it is open.' }),
    leasedUntil: Instant.nullable().meta({
      description: 'Until when it is one moderator’s; `null` where it is nobody’s.',
    }),
    leasedBy: Person.nullable().meta({
      description: 'Whose it is until then; `null` where it is nobody’s.',
    }),
    profile: ModeratedProfile.nullable().meta({
      description: 'The card; `null` where it is about an account.',
    }),
    user: Person.meta({ description: 'The owner of the card, or whose account it is.' }),
    reports: z
      .array(z.object({ reason: ReportReason, count: count('How many gave it.') }))
      .meta({
        description: 'The reasons of its reports. To a service key there are none.',
      }),
  })
  .meta({ id: 'DeskItem', description: 'Something to look at.' });

const LaneCounts = z
  .object({
    urgent: count('Open items that are urgent, of any kind.'),
    new: count('New cards.'),
    changed: count('Cards that their owners changed.'),
    reported: count('Reported cards.'),
    appealed: count('Appeals.'),
    second_look: count('Cards that somebody asked for a second look at.'),
  })
  .meta({
    id: 'LaneCounts',
    description: 'Open items of each lane, as far as whoever asks may decide about them.',
  });

export const DeskCounts = answerOf({ lanes: LaneCounts });

export const NextItemsInput = z.object({
  lane: Lane.meta({ description: 'Which items; those of other lanes are given back.' }),
});

export const NextItems = answerOf({
  items: z.array(DeskItem).meta({
    description: 'Up to 20 items that are nobody else’s meanwhile, the oldest first.',
  }),
  lanes: LaneCounts,
});

export const ListItemsInput = z.object({
  lane: Lane.meta({ description: 'Which items.' }),
  cursor: CursorInput,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(50)
    .meta({ description: 'Items in one answer.' }),
});

export const ItemList = answerOf({
  items: z.array(DeskItem).meta({ description: 'Open items, the oldest first.' }),
  nextCursor: NextCursor,
});

export const ItemName = z.object({
  id: IdInput('Must be the id of an item.').meta({ description: 'The id of the item.' }),
});

export const ReportName = z.object({
  report: IdInput('Must be the id of a report.').meta({
    description: 'The id of the report.',
  }),
});

export const Reporter = answerOf({
  reporter: Person.nullable().meta({
    description: 'Who reported the card; `null` where they have no account.',
  }),
});

export const Lease = answerOf({
  leasedUntil: Instant.meta({ description: 'Until when it is yours.' }),
});

export const CloseItemInput = ItemName.extend({
  revision: z
    .int()
    .min(0)
    .meta({
      description: 'The revision of the card that was looked at; 0 for an account.',
      examples: [1],
    }),
  decision: z
    .enum(['approve', 'pass_on', 'uphold'], 'Must be approve, pass_on or uphold.')
    .meta({
      description:
        '`approve`: the card stays as it is. `pass_on`: somebody else takes a second look. `uphold`: an appeal is turned down.',
    }),
  note: Note,
});

export const ClosedItem = answerOf({
  action: z.uuid().meta({ description: 'The id of the moderation action.' }),
  lanes: LaneCounts,
});

const Seen = z
  .object({
    at: Instant.meta({ description: 'When it was looked at last.' }),
    about: z
      .string()
      .nullable()
      .meta({
        description: 'The text as it was; `null` where there was none.',
        examples: [null],
      }),
    socials: z
      .partialRecord(z.enum(socialNetworks), z.string())
      .meta({ description: 'The links as they were.' }),
  })
  .meta({ description: 'A card as it was when it was looked at last.' });

export const DeskReport = z
  .object({
    id: z.uuid().meta({ description: 'What an admin reads its author by.' }),
    reason: ReportReason,
    text: z
      .string()
      .nullable()
      .meta({
        description: 'In their words; `null` where they gave none.',
        examples: ['That is my photo.'],
      }),
    at: Instant.meta({ description: 'When it was made.' }),
    memberSince: z
      .int()
      .nullable()
      .meta({
        description: 'The year of their account; `null` where they have none.',
        examples: [2024],
      }),
  })
  .meta({ id: 'DeskReport', description: 'What somebody reported of a card.' });

export const DeskNote = z
  .object({
    id: z.uuid().meta({ description: 'The id of the note.' }),
    author: Person.meta({ description: 'Who wrote it.' }),
    at: Instant.meta({ description: 'When it was written.' }),
    text: z
      .string()
      .meta({ description: 'What it says.', examples: ['Wrote to them twice.'] }),
    isAboutCard: z
      .boolean()
      .meta({ description: 'Whether it is about this card alone, not its owner.' }),
  })
  .meta({ id: 'DeskNote', description: 'What a moderator wrote down for the team.' });

const Appeal = z
  .object({
    text: z.string().meta({
      description: 'Why they ask for another look.',
      examples: ['It is my own shop.'],
    }),
    at: Instant.meta({ description: 'When they asked.' }),
  })
  .meta({ description: 'What the owner says of what was done.' });

export const InspectedItem = answerOf({
  item: DeskItem,
  others: z
    .array(z.enum(itemKinds))
    .meta({ description: 'Why else the same card is open.' }),
  seen: Seen.nullable().meta({
    description: 'The card as it was looked at last; `null` where it never was.',
  }),
  reports: z.array(DeskReport).meta({
    description: 'The newest 50 reports of the card. To a service key there are none.',
  }),
  notes: z.array(DeskNote).meta({
    description:
      'The newest 50 notes on the card and its owner. To a service key there are none.',
  }),
  appeal: Appeal.nullable().meta({ description: '`null` where there is none.' }),
});
