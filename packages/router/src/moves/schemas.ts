import { z } from 'zod';
import { ActCodeInput, CodeInput, EmailInput, NewEmailInput } from '../access/schemas.ts';
import {
  answerOf,
  IdInput,
  Instant,
  instantOrNull,
  textOrNull,
  UserIdInput,
} from '../schemas.ts';
import { paragraphs } from '../text.ts';

export const StartMoveInput = z.object({ email: NewEmailInput });

export const FinishMoveInput = z.object({
  otp: CodeInput.meta({
    description: 'The code that was mailed to the present address.',
    examples: ['AB3D-9K2M-7QRST'],
  }),
  newOtp: CodeInput.meta({
    description: 'The code that was mailed to the new address.',
    examples: ['TSRQ-7M2K-9D3BA'],
  }),
});

/** An address and the code of a letter to it. */
export const ProvenAddress = z.object({
  email: EmailInput,
  otp: CodeInput.meta({
    description: 'The code of the mail about the change, however it is typed.',
    examples: ['AB3D-9K2M-7QRST'],
  }),
});

export const MoveProven = answerOf({
  dueAt: Instant.meta({
    description:
      'When the account gets the address, unless somebody ends the change before. It needs a second admin’s yes for an account with a role.',
  }),
}).meta({ id: 'MoveProven' });

export const OpenMoveInput = z.object({
  id: UserIdInput,
  email: NewEmailInput,
  reason: paragraphs({ min: 1, max: 2_000 }).meta({
    description:
      'Why the mailbox is lost, and what was seen as evidence. Only admins read it.',
    examples: ['Left the company. Showed the badge in a video call.'],
  }),
});

export const MoveOpened = answerOf({
  move: z.uuid().meta({ description: 'The id of the change.' }),
});

export const MoveInput = z.object({
  id: UserIdInput,
  move: IdInput('Must be the id of a change of an address.').meta({
    description: 'The id of the change.',
  }),
});

export const EndMoveInput = MoveInput.extend({ code: ActCodeInput });

export const MoveOfUser = z.object({
  id: z.uuid().meta({ description: 'The id of the change.' }),
  state: z.enum(['asked', 'waiting', 'done', 'stopped', 'undone', 'replaced']).meta({
    description:
      '`asked`: its codes were mailed. `waiting`: the new address is proven, and it happens at `dueAt`. `done`: it can be taken back until `undoUntil`. `replaced`: another change was done first.',
  }),
  isCase: z.boolean().meta({
    description: 'Whether an admin or operator opened it, because the mailbox is lost.',
  }),
  from: z
    .string()
    .meta({ description: 'The old address.', examples: ['ann@example.com'] }),
  to: z.string().meta({ description: 'The new address.', examples: ['ann@example.org'] }),
  openedBy: textOrNull('The admin who opened it. `null` if there is none.', null),
  reason: textOrNull('What the admin wrote.', null),
  needsYes: z.boolean().meta({ description: 'Whether another admin must agree first.' }),
  isContested: z.boolean().meta({
    description:
      'Whether the old address ended an earlier change. Then only an admin can end this one.',
  }),
  endedBy: z
    .enum(['address', 'admin'])
    .nullable()
    .meta({
      description:
        'Who stopped it or took it back: the old address by its code, or an admin.',
      examples: [null],
    }),
  askedAt: Instant.meta({ description: 'When it was asked for.' }),
  dueAt: instantOrNull('When it happens or should have happened.'),
  doneAt: instantOrNull('When it happened.'),
  undoUntil: instantOrNull('Until when it can be taken back.'),
});
