import { useEffect } from 'react';
import { createPersonalStore, useStore } from '../store.ts';

/** What an undo brings back: the ids of cards or accounts. */
type Restored = {
  ids: readonly string[];
  /** The number of keys and clicks when the undo was asked for. */
  inputs: number;
};

/** The number of keys and clicks so far. */
let inputCount = 0;
for (const input of ['keydown', 'pointerdown']) {
  window.addEventListener(input, () => (inputCount += 1), { capture: true });
}

const restored = createPersonalStore<Restored>({ ids: [], inputs: 0 });

/** Call this when a key or button undoes. */
export const expectRestored = (): void => restored.set({ ids: [], inputs: inputCount });

export const noteRestored = (ids: readonly string[]): void =>
  restored.set({ ...restored.get(), ids });

/**
 * Moves the focus to the row that an undo brings back. Does nothing after another
 * key or click: the person is already at another row.
 */
export function useRestoredRow<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  moveTo: (index: number) => void,
): void {
  const { ids, inputs } = useStore(restored);
  useEffect(() => {
    if (ids.length === 0 || inputs !== inputCount) return;
    const back = new Set(ids);
    const index = rows.findIndex((row) => back.has(idOf(row)));
    if (index === -1) return;
    noteRestored([]);
    moveTo(index);
  }, [ids, inputs, rows, idOf, moveTo]);
}
