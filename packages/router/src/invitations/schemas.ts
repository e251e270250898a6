import { languages } from '@namecard/db';
import {
  eachSocial,
  type SocialKind,
  type SocialNetwork,
  socialNetworks,
} from '@namecard/look/socials';
import { z } from 'zod';
import { ActCodeInput, EmailInput } from '../access/schemas.ts';
import {
  answerOf,
  count,
  CursorInput,
  IdInput,
  Instant,
  instantOrNull,
  limitInput,
  NextCursor,
  textOrNull,
  wholeInput,
} from '../schemas.ts';
import { pasted, searched } from '../text.ts';

/** Addresses of one call. They and their drafts fit into a body. */
const mostLines = 200;

/** Addresses of one action. */
const mostInvited = 10_000;

const Language = z
  .enum(languages)
  .optional()
  .meta({ description: 'The language of the mail. Without it the product’s.' });

const prepared = (max: number, description: string, example: string) =>
  pasted({ max })
    .optional()
    .meta({ description, examples: [example] });

const link = ({ name, example }: SocialKind, network: SocialNetwork) =>
  prepared(512, `The link to ${network === 'website' ? 'the website' : name}.`, example);

/** Checked when its owner publishes it. */
export const Draft = z.object({
  username: prepared(64, 'The username of the card.', 'ann'),
  name: prepared(200, 'The name of the person. It leads the card.', 'Ann Müller'),
  about: prepared(2_000, 'The text of the card.', 'I play the Caro-Kann.'),
  ...eachSocial(link),
});

const usernameStates = ['free', 'taken', 'reserved', 'invalid'] as const;

export type UsernameState = (typeof usernameStates)[number];

export const InviteInput = z.object({
  action: IdInput('Must be a UUID that you made.').meta({
    description:
      'The id of the action. You make it, and send it with all calls that belong together. The history then has one action, which can be undone as one. A call of a service key with the same action and addresses as an earlier one does nothing.',
  }),
  lines: z
    .array(
      z.object({
        email: pasted({ max: 500 }).meta({
          description: 'The address, also as `Name <address>`.',
          examples: ['Ann Müller <ann@example.com>'],
        }),
        language: Language,
        draft: Draft.optional().meta({
          description:
            'A card that the person may publish. Admins and the person alone see it. An invitation that was made before keeps its own.',
        }),
      }),
    )
    .min(1, `Must be 1 to ${mostLines} lines.`)
    .max(mostLines, `Must be 1 to ${mostLines} lines.`)
    .meta({ description: 'Whom to invite.' }),
  total: wholeInput(1, mostInvited)
    .optional()
    .meta({
      description:
        'How many people all calls of the action invite. The mailed code confirms this number. Without it the lines of this call.',
      examples: [1],
    }),
  dryRun: z.boolean().default(false).meta({
    description: 'Only tells what would happen to each line.',
  }),
  code: ActCodeInput.meta({
    description:
      'The mailed code, if you invite more than 100 people in 24 hours. It confirms the action and its `total`, so the other calls within the hour need none.',
    examples: ['AB3D-9K2M-7QRST'],
  }),
});

export const lineStates = [
  'accepted',
  'invited',
  'member',
  'suspended',
  'suppressed',
  'refused',
  'repeated',
  'invalid',
] as const;

export type LineState = (typeof lineStates)[number];

export const InviteAnswer = answerOf({
  action: z.uuid().nullable().meta({
    description: 'The action in the history. `null` if nobody was invited.',
  }),
  accepted: count('How many lines were accepted.'),
  lines: z
    .array(
      z.object({
        email: z.string().meta({
          description: 'The address as it was read.',
          examples: ['ann@example.com'],
        }),
        username: z
          .enum(usernameStates)
          .nullable()
          .meta({
            description:
              'Whether the username of the draft can be used now. `null` without one, for a line that is not accepted, and for a service key.',
            examples: [null],
          }),
        state: z.enum(lineStates).meta({
          description:
            '`accepted`: the address is invited by this call, or would be. `invited`: it was invited before. `member`: it has an account, or an account may come back to it. `suspended`: its account is suspended, or was when it was erased. `suppressed`: no mail reaches it. `refused`: its owner wants no invitation. `repeated`: an earlier line of this call has it. `invalid`: it is no address. A service key learns nothing about the address: it gets `accepted`, `repeated` and `invalid` alone.',
        }),
      }),
    )
    .meta({ description: 'What happened to each line, in their order.' }),
});

export const invitationStates = [
  'waiting',
  'mailed',
  'refused',
  'joined',
  'withdrawn',
] as const;

const State = z.enum(invitationStates).meta({
  description:
    '`waiting`: no mail has left yet. `mailed`: one has. `refused`: the provider did not deliver it, or the address had three mails before. It may sign up all the same. `joined`: the address has signed up. `withdrawn`: it may no longer sign up.',
});

export const ListInvitationsInput = z.object({
  state: State.optional(),
  address: searched({ max: 254 })
    .optional()
    .meta({ description: 'A part of the address.' }),
  cursor: CursorInput,
  limit: limitInput('invitations', 50),
});

const Invitation = z
  .object({
    email: z
      .string()
      .meta({ description: 'The invited address.', examples: ['ann@example.com'] }),
    state: State,
    invitedBy: textOrNull(
      'The address of the admin who invited it. `null` if a program or the operator did, or if the account was erased.',
      'bob@example.com',
    ),
    invitedAt: Instant.meta({ description: 'When it was invited.' }),
    endsAt: Instant.meta({
      description: 'When the invitation ends and is deleted.',
      examples: ['2026-05-01T12:00:00.000Z'],
    }),
    mailedAt: Instant.nullable().meta({
      description: 'When the first mail left. `null` if none has.',
    }),
    remindedAt: instantOrNull('When the reminder left. `null` if none has.'),
    joinedAt: instantOrNull('When the address signed up. `null` if it has not.'),
    withdrawnAt: instantOrNull('When it was withdrawn. `null` if it was not.'),
  })
  .meta({ id: 'Invitation', description: 'An address that may sign up for 90 days.' });

export const InvitationList = answerOf({
  invitations: z
    .array(Invitation)
    .meta({ description: 'The invitations, newest first.' }),
  counts: z
    .object({
      waiting: count('How many wait for their mail.'),
      mailed: count('How many were mailed.'),
      refused: count('How many the provider did not deliver.'),
      joined: count('How many have signed up.'),
      withdrawn: count('How many were withdrawn.'),
    })
    .meta({ description: 'How many invitations of each state there are.' }),
  nextCursor: NextCursor,
});

export const InvitedInput = z.object({
  emails: z
    .array(EmailInput)
    .min(1, `Must be 1 to ${mostLines} addresses.`)
    .max(mostLines, `Must be 1 to ${mostLines} addresses.`)
    .meta({ description: 'The invited addresses.' }),
});

export const Withdrawn = answerOf({
  action: z
    .uuid()
    .nullable()
    .meta({ description: 'The action in the history. `null` if nothing was withdrawn.' }),
  withdrawn: count(
    'How many invitations were withdrawn. People who have joined stay members.',
  ),
});

export const MailedAgain = answerOf({
  mails: count('How many are mailed again. Each invitation is, at most once.'),
});

export const OwnInvitation = answerOf({
  invitation: z
    .object({
      username: textOrNull('The username. `null` if none was given.', 'ann'),
      name: textOrNull('The name. `null` if none was given.', 'Ann Müller'),
      about: textOrNull('The text. `null` if none was given.', 'I play the Caro-Kann.'),
      socials: z
        .partialRecord(z.enum(socialNetworks), z.string())
        .meta({ description: 'The links that were given, unchecked.', examples: [{}] }),
      preparedBy: textOrNull(
        'The username of the admin who prepared it. `null` if unknown.',
        'bob',
      ),
    })
    .nullable()
    .meta({ description: 'A card that was prepared for you. `null` if there is none.' }),
}).meta({ id: 'OwnInvitation' });
