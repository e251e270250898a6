import { useSyncExternalStore } from 'react';

/** Why a row that is shown is not as it was: a word for its badge, and a sentence. */
export type Mark = { word: string; message: string };

let marks: ReadonlyMap<string, Mark> = new Map();

const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Mark>): void {
  marks = next;
  for (const listener of listeners) {
    listener();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks rows that changed while they were looked at; the latest mark of a row counts. */
export function markRows(entries: Iterable<readonly [id: string, mark: Mark]>): void {
  change(new Map([...marks, ...entries]));
}

export function unmarkRows(ids: Iterable<string>): void {
  const gone = new Set(ids);
  change(new Map([...marks].filter(([id]) => !gone.has(id))));
}

export const clearMarks = () => change(new Map());

/** The mark of one row; whoever asks is drawn again when this one changes, not when another does. */
export const useMark = (id: string): Mark | undefined =>
  useSyncExternalStore(subscribe, () => marks.get(id));

/** How many rows are marked. */
export const useMarkCount = (): number => useSyncExternalStore(subscribe, () => marks.size);
