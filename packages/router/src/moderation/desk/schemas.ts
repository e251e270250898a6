import { type ItemKind, itemKinds, reportReasons } from '@namecard/db';
import { socialNetworks } from '@namecard/look/socials';
import { z } from 'zod';
import { ActCodeInput, NamedPerson, Person } from '../../access/schemas.ts';
import { addressKey } from '../../addresses.ts';
import { Note } from '../../audit/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  limitInput,
  NextCursor,
  textOrNull,
} from '../../schemas.ts';
import { line, paragraphs } from '../../text.ts';
import { ModeratedProfile } from '../profiles/schemas.ts';

/**
 * In the order of work. Urgent items share a lane. The others are in the lane of their
 * kind.
 */
export const lanes = [
  'urgent',
  'reported',
  'appealed',
  'contested',
  'second_look',
  'changed',
  'new',
] as const satisfies readonly ('urgent' | ItemKind)[];

export type Lane = (typeof lanes)[number];

const Lane = z.enum(lanes);

const ReportReason = z
  .enum(reportReasons)
  .meta({ description: 'The reason, as a constant.' });

export const DeskItem = z
  .object({
    id: z.uuid().meta({ description: 'The id of the item.' }),
    kind: z.enum(itemKinds).meta({
      description:
        'Why the item was opened. `contested`: the old address of an account has ended a change of the address.',
    }),
    urgent: z.boolean().meta({ description: 'Whether somebody may come to harm.' }),
    lane: Lane.meta({
      description: 'The lane. Urgent items of a flood wait in the lane of their kind.',
    }),
    openedAt: Instant.meta({ description: 'When the item was opened.' }),
    leasedUntil: Instant.nullable().meta({
      description: 'The end of the lease. `null` if nobody has leased the item.',
    }),
    leasedBy: NamedPerson.nullable().meta({
      description: 'The moderator who has leased the item. `null` if nobody has.',
    }),
    profile: ModeratedProfile.nullable().meta({
      description: 'The card. `null` if the item is about an account.',
    }),
    user: NamedPerson.meta({ description: 'The owner of the card or the account.' }),
    reports: z
      .array(
        z.object({ reason: ReportReason, count: count('How many reports give it.') }),
      )
      .meta({
        description: 'The reasons of the reports. Empty for service keys.',
      }),
  })
  .meta({
    id: 'DeskItem',
    description: 'A card or an account that a moderator has to look at.',
  });

const LaneCounts = z
  .object({
    urgent: count('Open items that are urgent, of any kind.'),
    new: count('New cards.'),
    changed: count('Cards that their owners changed.'),
    reported: count('Reported cards.'),
    appealed: count('Appeals.'),
    contested: count('Changes of an address that the old address ended.'),
    second_look: count('Cards that need a second look.'),
  })
  .meta({
    id: 'LaneCounts',
    description:
      'Open items of each lane that the caller can decide about now. Items that others have leased are not counted, nor those whose lease the caller has just let end while a colleague is there.',
  });

export const DeskCounts = answerOf({ lanes: LaneCounts });

const sharings = ['owner', 'website'] as const;

export const SharedInput = z
  .object({
    by: z.enum(sharings, `Must be one of ${sharings.join(', ')}.`).meta({
      description: 'What the cards share.',
    }),
    value: line({ max: 255 }).meta({
      description: 'The id of the owner, or the host of the website.',
      examples: ['shop.example'],
    }),
  })
  .meta({ examples: [{ by: 'website', value: 'shop.example' }] });

/** A wave, or a part of it. */
export const WaveInput = SharedInput.extend({
  mailDomain: line({ max: 255 })
    .overwrite((typed) => addressKey(typed).replace(/^@/, ''))
    .optional()
    .meta({
      description: 'Only cards of owners with an address at this domain.',
      examples: ['mail.example'],
    }),
  withKnown: z.boolean().optional().meta({
    description:
      'Whether to add cards of owners who were invited or have an approved card.',
  }),
}).meta({ examples: [{ by: 'website', value: 'shop.example' }] });

export const Waves = answerOf({
  waves: z
    .array(
      z.object({
        ...SharedInput.shape,
        owner: NamedPerson.nullable().meta({
          description: 'The owner. `null` if the cards share a website.',
        }),
        cards: count('How many cards.'),
        owners: count('How many people own them.'),
        firstAt: Instant.meta({
          description: 'When the first of their items was opened.',
        }),
        lastAt: Instant.meta({ description: 'When the last of their items was opened.' }),
      }),
    )
    .meta({
      description:
        'Five or more open cards of the last day that share an owner or a website; the largest three. It says nothing against them. A website makes none once one of its cards was approved, nor do owners who were invited or have an approved card.',
    }),
});

export const NextItemsInput = z.object({
  lane: Lane.optional().meta({
    description: 'The lane. Without it, all lanes in the order of work.',
  }),
  onward: z.boolean().optional().meta({
    description: 'Whether the other lanes follow this one.',
  }),
  except: z.array(Lane).max(lanes.length).optional().meta({
    description: 'Lanes that are left out.',
  }),
});

export const NextItems = answerOf({
  items: z.array(DeskItem).meta({
    description:
      'Up to 20 items that only the caller has leased, lane by lane, oldest first. The caller’s other items are released.',
  }),
  held: z.array(DeskItem).meta({
    description: 'The first 20 items of these lanes that others have leased.',
  }),
  lanes: LaneCounts,
});

export const ListItemsInput = z.object({
  lane: Lane.meta({ description: 'The lane.' }),
  cursor: CursorInput,
  limit: limitInput('items', 50),
});

export const ItemList = answerOf({
  items: z.array(DeskItem).meta({ description: 'Open items, oldest first.' }),
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
    description:
      'The person who reported the card. `null` without an account, or if it was erased.',
  }),
  typed: z
    .object({
      name: textOrNull('The name. `null` if none was left.', 'Ann Miller'),
      email: textOrNull('The address. `null` if none was left.', 'ann@example.com'),
    })
    .nullable()
    .meta({
      description:
        'What a person without an account typed. It proves nothing. `null` if nothing was left, or once the decision was mailed.',
    }),
});

export const Lease = answerOf({
  leasedUntil: Instant.meta({ description: 'The end of your lease.' }),
});

export const CloseItemInput = ItemName.extend({
  revision: z
    .int()
    .min(0)
    .meta({
      description: 'The revision of the card that you saw; 0 for an account.',
      examples: [1],
    }),
  decision: z
    .enum(
      ['approve', 'pass_on', 'ask_admin', 'uphold'],
      'Must be approve, pass_on, ask_admin or uphold.',
    )
    .meta({
      description:
        '`approve`: the card stays as it is, or a contested account keeps its address. `pass_on`: somebody else takes a second look. `ask_admin`: an admin does. `uphold`: the appeal is turned down.',
    }),
  note: Note.meta({
    description: 'A note for the person concerned. Required for `uphold`.',
    examples: ['The link still sells watches.'],
  }),
  code: ActCodeInput,
}).refine(({ decision, note }) => decision !== 'uphold' || Boolean(note?.trim()), {
  path: ['note'],
  error: 'Must say why the appeal is turned down, for the person who appealed.',
});

const Sleep = z.enum(['hour', 'day', 'change'], 'Must be hour, day or change.');

export type Sleep = z.infer<typeof Sleep>;

export const SnoozeInput = ItemName.extend({
  length: Sleep.meta({
    description:
      'How long the item sleeps. `change`: until its card changes or is reported, a week at most. Each sleep ends then.',
  }),
});

export const ClosedItem = answerOf({
  action: z.uuid().meta({ description: 'The id of the moderation action.' }),
  lanes: LaneCounts,
});

const Seen = z
  .object({
    at: Instant.meta({ description: 'When the card’s last item was closed.' }),
    about: textOrNull('The text at that time. `null` if there was none.', null),
    socials: z
      .partialRecord(z.enum(socialNetworks), z.string())
      .meta({ description: 'The links at that time.' }),
  })
  .meta({ description: 'The card as it was when its last item was closed.' });

export const DeskReport = z
  .object({
    id: z.uuid().meta({
      description: 'The id of the report. An admin can read its author with it.',
    }),
    reason: ReportReason,
    text: textOrNull(
      'The reporter’s own words. `null` if there are none.',
      'That is my photo.',
    ),
    at: Instant.meta({ description: 'When the report was made.' }),
    memberSince: z
      .int()
      .nullable()
      .meta({
        description:
          'The year in which the reporter’s account was created. `null` without an account, or if it was erased.',
        examples: [2024],
      }),
    isSigned: z.boolean().meta({
      description: 'Whether a person without an account left a name or an address.',
    }),
  })
  .meta({ id: 'DeskReport', description: 'A report about a card.' });

export const DeskNote = z
  .object({
    id: z.uuid().meta({ description: 'The id of the note.' }),
    author: Person.meta({ description: 'The author.' }),
    at: Instant.meta({ description: 'When the note was written.' }),
    text: z
      .string()
      .meta({ description: 'The text.', examples: ['Wrote to them twice.'] }),
    isAboutCard: z.boolean().meta({
      description:
        'Whether the note is about this card. Otherwise it is about the owner.',
    }),
  })
  .meta({ id: 'DeskNote', description: 'A moderator’s note for the team.' });

const Appeal = z
  .object({
    text: z.string().meta({
      description: 'Why the owner asks for another look.',
      examples: ['It is my own shop.'],
    }),
    at: Instant.meta({ description: 'When the owner asked.' }),
  })
  .meta({ description: 'An appeal of the owner.' });

const RemovedCard = z
  .object({
    at: Instant.meta({ description: 'When the card was removed.' }),
    isSameOwner: z.boolean().meta({ description: 'Whether it belonged to this owner.' }),
    isSameName: z.boolean().meta({ description: 'Whether it had this username.' }),
    hidden: z.boolean().meta({ description: 'Whether it was hidden then.' }),
    reports: count('Its reports that nobody had decided about. They went with it.'),
  })
  .meta({
    id: 'RemovedCard',
    description: 'A card that was removed while it was hidden or reported.',
  });

const OwnerSummary = z
  .object({
    since: Instant.meta({ description: 'When the account was created.' }),
    cards: count('Cards of the account.'),
    hiddenBefore: count(
      'Cards that were ever hidden, also removed ones, unless that was undone.',
    ),
    reports: count('Reports by this person in the last 180 days. 0 for service keys.'),
    turnedDown: count('Those reports whose card was approved. 0 for service keys.'),
  })
  .meta({ id: 'OwnerSummary', description: 'What the desk knows of an owner.' });

export const InspectedItem = answerOf({
  item: DeskItem,
  owner: OwnerSummary,
  others: z
    .array(z.enum(itemKinds))
    .meta({ description: 'The kinds of the card’s other open items.' }),
  seen: Seen.nullable().meta({
    description: 'The card as it was when its last item was closed. `null` if none was.',
  }),
  removed: z.array(RemovedCard).meta({
    description:
      'Cards of this owner or this username that were removed in the last 180 days while hidden or reported: the newest 50. Such a card opens an item for the next one.',
  }),
  reports: z.array(DeskReport).meta({
    description: 'The newest 50 reports of the card. Empty for service keys.',
  }),
  notes: z.array(DeskNote).meta({
    description: 'The newest 50 notes on the card and its owner. Empty for service keys.',
  }),
  appeal: Appeal.nullable().meta({ description: 'The appeal. `null` if there is none.' }),
});

const NoteText = paragraphs({ min: 1, max: 2000 }).meta({
  description: 'A text for the team. The people concerned never read it.',
  examples: ['Wrote to them twice.'],
});

export const AddNoteInput = z.object({
  userId: IdInput().meta({ description: 'The id of the user.' }),
  profileId: IdInput().optional().meta({
    description:
      'The user’s card that the note is about. Without it, the note is about the account.',
  }),
  text: NoteText,
});

export const WrittenNote = answerOf({
  id: z.uuid().meta({ description: 'The id of the note.' }),
});

export const NoteName = z.object({
  id: IdInput('Must be the id of a note.').meta({ description: 'The id of the note.' }),
});

export const NotesInput = z.object({
  userId: IdInput().meta({ description: 'The id of the user.' }),
  profileId: IdInput().optional().meta({
    description: 'A card of the user. Its notes are answered too.',
  }),
});

export const NotesOf = answerOf({
  notes: z.array(DeskNote).meta({
    description:
      'The newest 50 notes, newest first. Only admins read notes about moderators and admins. Nobody reads notes about themselves.',
  }),
  canAdd: z
    .boolean()
    .meta({ description: 'Whether the caller may read and add notes about this user.' }),
});

export const HandOverInput = z.object({
  text: NoteText.meta({
    description: 'A text for the next shift.',
    examples: ['The wave of adverts goes on. Two appeals wait for an admin.'],
  }),
});

export const HandOver = DeskNote.omit({ isAboutCard: true }).meta({
  id: 'HandOver',
  description: 'A moderator’s note for the next shift.',
});

export const Shift = answerOf({
  since: Instant.meta({
    description:
      'When the caller last handed over. A day ago if they never did, and never more than 30 days ago.',
  }),
  opened: count('Items that were opened since then.'),
  closed: count('Items that were closed since then and are still closed.'),
  closingActs: count('The acts that closed them. One act can close many.'),
  dismissed: count(
    'Items that were closed since then because all their reporters were suspended as spam. They are not in `closed`.',
  ),
  left: count('Items that are open now.'),
  undone: count('Decisions that were undone since then. They may be older.'),
  undoingActs: count('The acts that undid them.'),
  snoozed: count('Items that were snoozed since then.'),
  closers: z
    .array(
      Person.extend({
        closed: count('How many items this person closed.'),
        acts: count('By how many acts.'),
      }),
    )
    .meta({ description: 'The people who closed items, most items first.' }),
  changer: Person.extend({
    cards: count('How many profiles this person hid or restored.'),
    acts: count('By how many acts.'),
  })
    .nullable()
    .meta({
      description:
        'Who hid and restored most profiles since then. Only people count who changed 20 or more, and on average five or more in an act. Undos and what they undid do not count. `null` if there is nobody.',
    }),
  handOvers: z
    .array(HandOver)
    .meta({ description: 'The newest 5 notes for the next shift, newest first.' }),
});
