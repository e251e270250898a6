import type { inferOutput } from '@trpc/tanstack-react-query';
import { createPersonalStore } from '../store.ts';
import type { trpc } from '../trpc.ts';
import type { Reason } from './reasons.ts';

/** An action that can be undone. `title` describes it: "97 profiles hidden". */
export type Done = {
  id: string;
  title: string;
  /** Why profiles were hidden. */
  reason?: Reason | undefined;
};

export type RowResult = inferOutput<
  typeof trpc.moderation.undo
>['data']['results'][number];

/** An unchanged row and the reason. */
export type Rejected = Extract<RowResult, { outcome: 'rejected' }>;

export const rejectedOf = (results: readonly RowResult[]): Rejected[] =>
  results.filter((result) => result.outcome === 'rejected');

/** An action that some rows rejected. */
export type Rejections = {
  title: string;
  rejected: readonly Rejected[];
  /** The action on the other rows, if it can be undone here. */
  done: Done | null;
};

/** `latest` stays visible while the dialog closes. */
type Shown = { latest: Rejections | undefined; isOpen: boolean };

export const rejections = createPersonalStore<Shown>({
  latest: undefined,
  isOpen: false,
});

export const showRejections = (latest: Rejections) =>
  rejections.set({ latest, isOpen: true });

export const dismissRejections = () =>
  rejections.set({ ...rejections.get(), isOpen: false });
