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
import { paragraphs } from '../../text.ts';
import { ModeratedProfile } from '../profiles/schemas.ts';

/** Urgent items share a lane. The others are in the lane of their kind. */
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

const NoteText = paragraphs({ min: 1, max: 2000 }).meta({
  description: 'What the team should know. Those concerned never read it.',
  examples: ['Wrote to them twice.'],
});

export const AddNoteInput = z.object({
  userId: IdInput().meta({ description: 'The id of the user.' }),
  profileId: IdInput().optional().meta({
    description:
      'The card of theirs that it is about; left out, it is about the account.',
  }),
  text: NoteText,
});

export const WrittenNote = answerOf({
  id: z.uuid().meta({ description: 'What to remove the note by.' }),
});

export const NoteName = z.object({
  id: IdInput('Must be the id of a note.').meta({ description: 'The id of the note.' }),
});

export const NotesInput = z.object({
  userId: IdInput().meta({ description: 'The id of the user.' }),
  profileId: IdInput().optional().meta({
    description: 'A card of theirs whose notes are wanted too.',
  }),
});

export const NotesOf = answerOf({
  notes: z.array(DeskNote).meta({
    description:
      'The newest 50, the newest first. Of moderators and admins they are shown to admins alone, and to nobody those about themselves.',
  }),
  canAdd: z
    .boolean()
    .meta({ description: 'Whether whoever asks may read and add notes here.' }),
});

export const HandOverInput = z.object({
  text: NoteText.meta({
    description: 'What the next shift should know.',
    examples: ['The wave of adverts goes on. Two appeals wait for an admin.'],
  }),
});

export const HandOver = z
  .object({
    id: z.uuid().meta({ description: 'What to remove it by.' }),
    author: Person.meta({ description: 'Who handed over.' }),
    at: Instant.meta({ description: 'When they did.' }),
    text: z.string().meta({
      description: 'What they wrote.',
      examples: ['The wave of adverts goes on.'],
    }),
  })
  .meta({ id: 'HandOver', description: 'What a moderator wrote for the next shift.' });

const Week = z
  .object({
    decisions: count('Items that were closed in these seven days and are closed still.'),
    medianHours: z
      .number()
      .min(0)
      .nullable()
      .meta({
        description:
          'Half of them were closed within so many hours of being opened; `null` where none was.',
        examples: [3.5],
      }),
    overturned: count(
      'Decisions that somebody else undid in these days, and appeals that were granted.',
    ),
  })
  .meta({ id: 'DeskWeek', description: 'Seven days of the desk.' });

export const Shift = answerOf({
  since: Instant.meta({
    description:
      'When whoever asks handed over last, or a day ago where they never did; 30 days ago at most.',
  }),
  opened: count('Items that were opened since.'),
  closed: count('Items that were closed since and are closed still.'),
  left: count('Items that are open now.'),
  undone: count('Decisions that were undone since, whenever they were made.'),
  closers: z
    .array(
      z.object({
        ...Person.shape,
        closed: count('How many of them they closed.'),
      }),
    )
    .meta({ description: 'Who closed them, those with the most first.' }),
  thisWeek: Week.meta({ description: 'The seven days up to now.' }),
  lastWeek: Week.meta({ description: 'The seven days before.' }),
  handOvers: z
    .array(HandOver)
    .meta({ description: 'The newest 5 notes to the next shift, the newest first.' }),
});
