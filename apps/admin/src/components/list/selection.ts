import { useCallback, useMemo, useRef, useState } from 'react';
import { createStore, useStore } from '../../store.ts';
import { toastNote } from '../toast.tsx';

/** The most that one moderation action takes. */
export const mostSelected = 100;

type Row = { id: string };

/** By id, each as it was when it was selected. */
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

const without = <Found>(
  selected: Selected<Found>,
  ids: ReadonlySet<string>,
): Selected<Found> => new Map([...selected].filter(([id]) => !ids.has(id)));

/** @param readNext reads the first rows that are still to be acted on, so many at most */
export function useSelection<Found extends Row>(
  rows: readonly Found[],
  readNext: (count: number) => Promise<readonly Found[]>,
) {
  const [store] = useState(() => createStore<Selected<Found>>(new Map()));
  const selected = useStore(store, (now) => now);
  /** The id of the row that was selected last. */
  const anchor = useRef<string>(undefined);
  const reading = useRef<Promise<void>>(undefined);
  const toggle = useCallback(
    (index: number) => {
      const row = rows[index];
      const before = store.get();
      anchor.current = row?.id;
      if (!row) return;
      const isIn = before.has(row.id);
      store.set(isIn ? without(before, new Set([row.id])) : withMore(before, [row]));
    },
    [rows, store],
  );
  /** Selects from the row that was selected last, or from `from`, to this one. */
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
  /** What is selected, once it is read. */
  const ready = useCallback(async () => {
    await reading.current;
    return [...store.get().values()];
  }, [store]);
  const clear = useCallback(() => {
    anchor.current = undefined;
    store.set(new Map());
  }, [store]);
  const drop = useCallback(
    (ids: Iterable<string>) => store.set(without(store.get(), new Set(ids))),
    [store],
  );
  return useMemo(
    () => ({ rows: selected, toggle, extend, selectNext, ready, clear, drop }),
    [selected, toggle, extend, selectNext, ready, clear, drop],
  );
}

/** What a list shows of a selection; what is selected is the page's own to know. */
export type Selection = Pick<
  ReturnType<typeof useSelection>,
  'toggle' | 'extend' | 'selectNext' | 'clear'
> & { rows: ReadonlyMap<string, unknown> };
