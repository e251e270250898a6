import { z } from 'zod';
import { answerOf, textOrNull } from '../schemas.ts';

/** Why nothing was done to a row. */
export const rejectionReasons = [
  'CHANGED',
  'ALREADY',
  'GONE',
  'TOUCHED',
  'UNDONE',
  'NOT_UNDOABLE',
  'LAST_ADMIN',
  'CONFIGURED_ADMIN',
  'OWN_PROFILE',
  'OWN_REPORT',
] as const;

type RejectionReason = (typeof rejectionReasons)[number];

const row = {
  id: z.uuid().meta({ description: 'The id of the profile, the user or the event.' }),
  label: textOrNull(
    'The username or the email address. `null` if neither is known any more.',
    'ann',
  ),
};

/** The message of a rejected row says why, who did it and when. */
export const RowResult = z.discriminatedUnion('outcome', [
  z.object({
    ...row,
    outcome: z.literal('done').meta({ description: 'It was done.' }),
  }),
  z.object({
    ...row,
    outcome: z.literal('rejected').meta({ description: 'Nothing was done to this row.' }),
    error: z
      .object({
        reason: z
          .enum(rejectionReasons)
          .meta({ description: 'A stable constant for programs.' }),
        message: z.string().meta({ description: 'A text for people.' }),
      })
      .meta({ description: 'Why nothing was done.' }),
  }),
]);

export type RowResult = z.infer<typeof RowResult>;

/** `label` is the username or email address. */
export const rejected = (
  id: string,
  label: string | null,
  reason: RejectionReason,
  message: string,
): RowResult => ({ id, label, outcome: 'rejected', error: { reason, message } });

export const ActionResults = answerOf({
  action: z.uuid().nullable().meta({
    description: 'The id of the moderation action. `null` if nothing was done.',
  }),
  results: z.array(RowResult).meta({ description: 'The result for each row.' }),
}).meta({ id: 'ActionResults' });

const firstSteps = [
  'mail',
  'address',
  'look',
  'sign_ups',
  'invitations',
  'second_admin',
  'backup',
] as const;

export const FirstSteps = answerOf({
  steps: z
    .array(
      z.object({
        step: z.enum(firstSteps).meta({
          description:
            '`mail`: a provider takes mail. `address`: `PUBLIC_URL` is set. `look`: the product has its own name and logo. `sign_ups`: not everybody may sign up. `invitations`: somebody was invited. `second_admin`: there are two admins. `backup`: a backup was made.',
        }),
        isDone: z.boolean().meta({ description: 'Whether it is done.' }),
      }),
    )
    .meta({
      description:
        'The steps in their order. Empty if the database is older than 30 days.',
    }),
});
