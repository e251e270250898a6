import { useEffect } from 'react';
import { createPersonalStore, useStore } from '../store.ts';

/** What an undo brings back: the ids of cards or accounts. Undefined: none is expected. */
const restored = createPersonalStore<readonly string[] | undefined>(undefined);

const forget = () => restored.set(undefined);

/** Call this when a key or button undoes. Another key or click means another row. */
export function expectRestored(): void {
  restored.set([]);
  for (const input of ['keydown', 'pointerdown']) {
    window.addEventListener(input, forget, { capture: true, once: true });
  }
}

export function noteRestored(ids: readonly string[]): void {
  if (restored.get()) restored.set(ids);
}

/** Moves the focus to the row that an undo brings back. */
export function useRestoredRow<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  moveTo: (index: number) => void,
): void {
  const ids = useStore(restored);
  useEffect(() => {
    const index = rows.findIndex((row) => ids?.includes(idOf(row)));
    if (index === -1) return;
    forget();
    moveTo(index);
  }, [ids, rows, idOf, moveTo]);
}
