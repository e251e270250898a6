import type { Tone } from '../../components/badge.tsx';
import { createPersonalStore, usePart, without } from '../../store.ts';

/** Why a visible row changed: the badge and a sentence. */
export type Mark = {
  tone: Tone;
  badge: string;
  message: string;
  /**
   * With this value of `hidden` the mark is wrong: the change was made, and only
   * its answer was lost.
   */
  isWrongIfHidden?: boolean | undefined;
};

const marks = createPersonalStore<ReadonlyMap<string, Mark>>(new Map());

/** Each row keeps its latest mark. */
export function markRows(entries: Iterable<readonly [id: string, mark: Mark]>): void {
  marks.set(new Map([...marks.get(), ...entries]));
}

export const unmarkRows = (ids: Iterable<string>): void =>
  marks.set(without(marks.get(), ids));

export const clearMarks = () => marks.set(new Map());

/** The mark of one row. Other marks cause no redraw. */
export const useMark = (id: string): Mark | undefined =>
  usePart(marks, (all) => all.get(id));

export const useMarkCount = (): number => usePart(marks, ({ size }) => size);
