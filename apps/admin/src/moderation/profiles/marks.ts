import { createPersonalStore, useStore } from '../../store.ts';

/** Says why a row changed while it was shown: the text of its badge, and a sentence. */
export type Mark = {
  badge: string;
  message: string;
  /** Whether the row is hidden where the mark is wrong: a change was made, and its answer was lost. */
  isWrongIfHidden?: boolean;
};

const marks = createPersonalStore<ReadonlyMap<string, Mark>>(new Map());

/** A row keeps its latest mark. */
export function markRows(entries: Iterable<readonly [id: string, mark: Mark]>): void {
  marks.set(new Map([...marks.get(), ...entries]));
}

export function unmarkRows(ids: Iterable<string>): void {
  const gone = new Set(ids);
  marks.set(new Map([...marks.get()].filter(([id]) => !gone.has(id))));
}

export const clearMarks = () => marks.set(new Map());

/** The mark of one row. Marks of other rows cause no redraw. */
export const useMark = (id: string): Mark | undefined =>
  useStore(marks, (all) => all.get(id));

export const useMarkCount = (): number => useStore(marks, ({ size }) => size);
