import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import { keysOf } from '../keys-of.ts';
import type { trpc } from '../trpc.ts';

export type Reason = inferInput<typeof trpc.moderation.profiles.hideMany>['reason'];

/** An erasure can also be asked for by the person. */
export type ErasureReason = inferInput<typeof trpc.moderation.users.erase>['reason'];

/** An empty note means none. */
export type Explanation = {
  reason: Reason;
  note: string | null;
  privateNote: string | null;
};

/** In the order of display. */
const wordings: Record<ErasureReason, { name: string; meaning: string }> = {
  requested: { name: 'They asked for it', meaning: 'By mail or in another way' },
  spam: { name: 'Spam', meaning: 'Advertising, link farms, mass creation' },
  impersonation: { name: 'Impersonation', meaning: 'Pretends to be somebody else' },
  harassment: { name: 'Harassment', meaning: 'Threatens, insults or stalks' },
  illegal_content: { name: 'Illegal content', meaning: 'Breaks the law' },
  personal_data: {
    name: 'Personal data',
    meaning: 'Gives away somebody’s private details',
  },
  other: { name: 'Other', meaning: 'Explain it in the note' },
};

export const erasureReasons = keysOf(wordings);

export const reasons: readonly Reason[] = erasureReasons.filter(
  (reason) => reason !== 'requested',
);

/** The people concerned must read what these two mean. The service asks for a note. */
export const needsNote = (reason: Reason): boolean =>
  reason === 'illegal_content' || reason === 'other';

export const reasonName = (reason: ErasureReason): string => wordings[reason].name;

export const reasonMeaning = (reason: ErasureReason): string => wordings[reason].meaning;

type ReportReason = inferOutput<
  typeof trpc.moderation.desk.inspect
>['data']['reports'][number]['reason'];

export const reportReasonName = (reason: ReportReason): string =>
  reason === 'danger' ? 'Danger' : reasonName(reason);
