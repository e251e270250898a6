import type { inferOutput } from '@trpc/tanstack-react-query';
import { useSyncExternalStore } from 'react';
import type { trpc } from '../../trpc.ts';

/** What became of one row of an act. */
export type ActResult = inferOutput<typeof trpc.moderation.undo>['data']['results'][number];

/** A row to which nothing was done, and why. */
export type Refused = Extract<ActResult, { outcome: 'refused' }>;

export const refusedOf = (results: readonly ActResult[]): Refused[] =>
  results.filter((result) => result.outcome === 'refused');

/** An act of which a part was refused: what to tell of it. */
export type Refusals = {
  title: string;
  refused: readonly Refused[];
  /** What was done to the other rows, where it can be taken back from here. */
  undoes: { act: string; title: string } | null;
};

/** What was told last, and whether it still is: a dialog keeps its words while it closes. */
type Told = { refusals: Refusals | undefined; isOpen: boolean };

let told: Told = { refusals: undefined, isOpen: false };

const listeners = new Set<() => void>();

function change(next: Told): void {
  told = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows which rows of an act were refused and why, until it is read. */
export const tellRefusals = (refusals: Refusals) => change({ refusals, isOpen: true });

export const dismissRefusals = () => change({ ...told, isOpen: false });

export const useRefusals = () => useSyncExternalStore(subscribe, () => told);
