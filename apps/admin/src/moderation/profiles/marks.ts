import { createStore, useStore } from '../../store.ts';

/** Why a row that is shown is not as it was: for its badge, and a sentence. */
export type Mark = { badge: string; message: string };

const marks = createStore<ReadonlyMap<string, Mark>>(new Map());

/** Marks rows that changed while they were looked at; the latest mark of a row counts. */
export function markRows(entries: Iterable<readonly [id: string, mark: Mark]>): void {
  marks.set(new Map([...marks.get(), ...entries]));
}

export function unmarkRows(ids: Iterable<string>): void {
  const gone = new Set(ids);
  marks.set(new Map([...marks.get()].filter(([id]) => !gone.has(id))));
}

export const clearMarks = () => marks.set(new Map());

/** The mark of one row; whoever asks is drawn again when this one changes, not when another does. */
export const useMark = (id: string): Mark | undefined => useStore(marks, (all) => all.get(id));

export const useMarkCount = (): number => useStore(marks, ({ size }) => size);
