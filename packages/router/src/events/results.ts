import { z } from 'zod';

/** Why nothing was done to one row of an act. */
const refusalReasons = [
  'CHANGED',
  'ALREADY',
  'GONE',
  'TOUCHED',
  'UNDONE',
  'NOT_UNDOABLE',
  'LAST_ADMIN',
] as const;

type RefusalReason = (typeof refusalReasons)[number];

const row = {
  id: z.uuid(),
  /** The username or the email address; null for what is gone without a trace. */
  label: z.string().nullable(),
};

/** What became of one row of an act; a refusal says in plain words why, by whom and when. */
export const ActResult = z.discriminatedUnion('outcome', [
  z.object({ ...row, outcome: z.literal('done') }),
  z.object({
    ...row,
    outcome: z.literal('refused'),
    refusal: z.object({ reason: z.enum(refusalReasons), message: z.string() }),
  }),
]);

export type ActResult = z.infer<typeof ActResult>;

/** The result of a row to which nothing was done. `label` is its username or email address. */
export const refused = (
  id: string,
  label: string | null,
  reason: RefusalReason,
  message: string,
): ActResult => ({ id, label, outcome: 'refused', refusal: { reason, message } });

/** An act of up to a hundred rows: its id, null where nothing was done, and a result for each row. */
export const ActResults = z.object({
  data: z.object({ act: z.uuid().nullable(), results: z.array(ActResult) }),
});
