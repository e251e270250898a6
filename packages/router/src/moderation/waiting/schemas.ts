import { waitingActKinds } from '@namecard/db';
import { z } from 'zod';
import { ActCodeInput, SignInAddress } from '../../access/schemas.ts';
import { Reason } from '../../audit/schemas.ts';
import {
  answerOf,
  CursorInput,
  IdInput,
  Instant,
  limitInput,
  NextCursor,
} from '../../schemas.ts';

export const WaitingAct = z
  .object({
    id: z.uuid().meta({ description: 'The id of the act.' }),
    askedBy: z
      .object({
        id: z.uuid().meta({ description: 'The moderator’s id.' }),
        email: SignInAddress,
      })
      .meta({ description: 'The moderator who asked for the act.' }),
    askedAt: Instant.meta({ description: 'When the moderator asked for the act.' }),
    kind: z.enum(waitingActKinds).meta({
      description:
        'Whether the act hides profiles, restores profiles, or undoes earlier acts.',
    }),
    cards: z
      .int()
      .min(1)
      .meta({ description: 'How many profiles the act would change.', examples: [100] }),
    reason: Reason.nullable().meta({
      description: 'The reason, as a constant. `null` if none was given.',
    }),
    note: z
      .string()
      .nullable()
      .meta({
        description: 'The note for the owners. `null` if there is none.',
        examples: ['Please remove the advertisement.'],
      }),
    privateNote: z
      .string()
      .nullable()
      .meta({
        description: 'The note for the team. `null` if there is none.',
        examples: ['The third time.'],
      }),
  })
  .meta({ id: 'WaitingAct', description: 'An act that waits until an admin decides.' });

export const ListWaitingInput = z.object({
  cursor: CursorInput,
  limit: limitInput('acts', 100),
});

export const WaitingActs = answerOf({
  acts: z.array(WaitingAct).meta({ description: 'The acts that wait, newest first.' }),
  nextCursor: NextCursor,
});

export const DecideInput = z.object({
  id: IdInput('Must be the id of an act that waits.').meta({
    description: 'The id of the act.',
  }),
  decision: z.enum(['do', 'drop'], 'Must be do or drop.').meta({
    description:
      'Only an admin can `do` the act. An admin and the moderator who asked for it can `drop` it.',
  }),
  code: ActCodeInput,
});

export const Decided = answerOf({
  action: z.uuid().nullable().meta({
    description:
      'The action that a job now does; `GET /moderation/acts/list` tells how far it is. `null` if the act was dropped.',
  }),
});
