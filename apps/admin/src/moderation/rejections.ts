import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../trpc.ts';
import type { Reason } from './reasons.ts';

/** An action that can be undone. `title` describes it: "97 profiles hidden". */
export type Done = {
  id: string;
  title: string;
  /** Why profiles were hidden. */
  reason?: Reason | undefined;
  /** Whether its undo can be undone: by default it can. */
  canRedo?: boolean;
};

export type RowResult = inferOutput<
  typeof trpc.moderation.undo
>['data']['results'][number];

export type Rejected = Extract<RowResult, { outcome: 'rejected' }>;

export const rejectedOf = (results: readonly RowResult[]): Rejected[] =>
  results.filter((result) => result.outcome === 'rejected');
