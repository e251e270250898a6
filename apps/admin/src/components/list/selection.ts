import { useCallback, useMemo, useRef, useState } from 'react';
import { createStore, useStore, without } from '../../store.ts';
import { toastNote } from '../toast.tsx';
import { useListFocus } from './list-focus.ts';

/** Most rows of one moderation action. */
export const mostSelected = 100;

type Row = { id: string };

/** By id, each row as it was when selected. */
type Selected<Found> = ReadonlyMap<string, Found>;

function withMore<Found extends Row>(
  selected: Selected<Found>,
  more: readonly Found[],
): Selected<Found> {
  const all = new Map(selected);
  for (const row of more) {
    if (all.size < mostSelected || all.has(row.id)) all.set(row.id, row);
  }
  return all;
}

/** @param readNext reads up to this many first rows that still need a decision */
function useSelection<Found extends Row>(
  rows: readonly Found[],
  readNext: (count: number) => Promise<readonly Found[]>,
) {
  const [store] = useState(() => createStore<Selected<Found>>(new Map()));
  const selected = useStore(store);
  const anchor = useRef<string>(undefined);
  const reading = useRef<Promise<void>>(undefined);
  const toggle = useCallback(
    (index: number) => {
      const row = rows[index];
      const before = store.get();
      anchor.current = row?.id;
      if (!row) return;
      const isIn = before.has(row.id);
      store.set(isIn ? without(before, [row.id]) : withMore(before, [row]));
    },
    [rows, store],
  );
  /**
   * Selects the range from the last selected row, or from `from`, to this row.
   */
  const extend = useCallback(
    (index: number, from = index) => {
      const last = rows.findIndex(({ id }) => id === anchor.current);
      const start = last === -1 ? from : last;
      anchor.current = rows[start]?.id;
      const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1);
      store.set(withMore(store.get(), start <= index ? range : range.toReversed()));
    },
    [rows, store],
  );
  const selectNext = useCallback(() => {
    const select = async () => {
      const next = await readNext(mostSelected);
      store.set(withMore(store.get(), next));
      if (next.length === 0) {
        toastNote('Nothing is left to select');
      }
    };
    reading.current = select();
  }, [readNext, store]);
  const ready = useCallback(async () => {
    await reading.current;
    return [...store.get().values()];
  }, [store]);
  const clear = useCallback(() => {
    anchor.current = undefined;
    store.set(new Map());
  }, [store]);
  const drop = useCallback(
    (ids: Iterable<string>) => store.set(without(store.get(), ids)),
    [store],
  );
  return useMemo(
    () => ({ rows: selected, toggle, extend, selectNext, ready, clear, drop }),
    [selected, toggle, extend, selectNext, ready, clear, drop],
  );
}

export function useChoice<Found extends Row>(
  list: string,
  rows: readonly Found[],
  readNext: (count: number) => Promise<readonly Found[]>,
) {
  const selection = useSelection(rows, readNext);
  const focus = useListFocus(list, rows);
  const { ready } = selection;
  const { row } = focus;
  const hasSelection = selection.rows.size > 0;
  return {
    selection,
    focus,
    /** The focused row, if none is selected. */
    only: hasSelection ? undefined : row,
    isAny: hasSelection || row !== undefined,
    /** The selected rows, otherwise the focused one, once they are loaded. */
    chosen: useCallback(async () => {
      const all = await ready();
      return all.length === 0 && row ? [row] : all;
    }, [ready, row]),
  };
}

/** The part of a selection that a list needs. The page knows the rows. */
export type Selection = Pick<
  ReturnType<typeof useSelection>,
  'toggle' | 'extend' | 'selectNext' | 'clear'
> & { rows: ReadonlyMap<string, unknown> };
