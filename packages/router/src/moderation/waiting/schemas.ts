import { waitingActKinds } from '@namecard/db';
import { z } from 'zod';
import { SignInAddress } from '../../access/schemas.ts';
import { Reason } from '../../audit/schemas.ts';
import { answerOf, CursorInput, IdInput, Instant, NextCursor } from '../../schemas.ts';

export const WaitingAct = z
  .object({
    id: z.uuid().meta({ description: 'What to decide about it by.' }),
    askedBy: z
      .object({
        id: z.uuid().meta({ description: 'Their id.' }),
        email: SignInAddress,
      })
      .meta({ description: 'The moderator who asked for it.' }),
    askedAt: Instant.meta({ description: 'When they asked for it.' }),
    kind: z.enum(waitingActKinds).meta({
      description: 'Whether profiles are to be hidden or restored, or acts undone.',
    }),
    cards: z
      .int()
      .min(1)
      .meta({ description: 'How many profiles it was to change.', examples: [100] }),
    reason: Reason.nullable().meta({
      description: 'Why, as a constant; `null` where none was given.',
    }),
    note: z
      .string()
      .nullable()
      .meta({
        description: 'What owners are to read of it; `null` where nothing.',
        examples: ['Please remove the advertisement.'],
      }),
    privateNote: z
      .string()
      .nullable()
      .meta({
        description: 'What the team is to read of it; `null` where nothing.',
        examples: ['The third time.'],
      }),
  })
  .meta({ id: 'WaitingAct', description: 'An act that waits until an admin decides.' });

export const ListWaitingInput = z.object({
  cursor: CursorInput,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(100)
    .meta({ description: 'How many in one answer.' }),
});

export const WaitingActs = answerOf({
  acts: z.array(WaitingAct).meta({ description: 'Those that wait, the newest first.' }),
  nextCursor: NextCursor,
});

export const DecideInput = z.object({
  id: IdInput('Must be the id of an act that waits.').meta({
    description: 'The id of the act.',
  }),
  decision: z.enum(['do', 'drop'], 'Must be do or drop.').meta({
    description: '`do` takes an admin; `drop` an admin, or whoever asked for it.',
  }),
});
