import type { inferOutput } from '@trpc/tanstack-react-query';
import { createPersonalStore } from '../store.ts';
import type { trpc } from '../trpc.ts';

/** A moderation action that can be undone. `title` says what was done: "97 profiles hidden". */
export type Done = { id: string; title: string };

/** What became of one row of a moderation action. */
export type RowResult = inferOutput<
  typeof trpc.moderation.undo
>['data']['results'][number];

/** A row to which nothing was done, and why. */
export type Rejected = Extract<RowResult, { outcome: 'rejected' }>;

export const rejectedOf = (results: readonly RowResult[]): Rejected[] =>
  results.filter((result) => result.outcome === 'rejected');

/** A moderation action that was rejected for some of its rows. */
export type Rejections = {
  title: string;
  rejected: readonly Rejected[];
  /** The action on the other rows, where it can be undone from here. */
  done: Done | null;
};

/** The dialog keeps the latest text while it closes. */
type Shown = { latest: Rejections | undefined; isOpen: boolean };

export const rejections = createPersonalStore<Shown>({
  latest: undefined,
  isOpen: false,
});

export const showRejections = (latest: Rejections) =>
  rejections.set({ latest, isOpen: true });

export const dismissRejections = () =>
  rejections.set({ ...rejections.get(), isOpen: false });
