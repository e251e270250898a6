import { useCallback, useMemo, useRef, useState } from 'react';
import { toastNote } from '../../../components/toast.tsx';
import type { Profile } from '../../../moderation/profiles/list.ts';
import { createStore, useStore } from '../../../store.ts';

/** The most that one moderation action takes. */
export const mostSelected = 100;

/** By id, each as it was when it was selected. */
type Selected = ReadonlyMap<string, Profile>;

const none: Selected = new Map();

function withMore(selected: Selected, more: readonly Profile[]): Selected {
  const all = new Map(selected);
  for (const profile of more) {
    if (all.size < mostSelected || all.has(profile.id)) {
      all.set(profile.id, profile);
    }
  }
  return all;
}

const without = (selected: Selected, ids: ReadonlySet<string>): Selected =>
  new Map([...selected].filter(([id]) => !ids.has(id)));

/** @param readNext reads the first rows that are still to be judged, so many at most */
export function useSelection(
  rows: readonly Profile[],
  readNext: (count: number) => Promise<readonly Profile[]>,
) {
  const [store] = useState(() => createStore(none));
  const selected = useStore(store, (now) => now);
  /** The id of the row that was selected last. */
  const anchor = useRef<string>(undefined);
  const reading = useRef<Promise<void>>(undefined);
  const toggle = useCallback(
    (index: number) => {
      const profile = rows[index];
      const before = store.get();
      anchor.current = profile?.id;
      if (profile) {
        store.set(
          before.has(profile.id)
            ? without(before, new Set([profile.id]))
            : withMore(before, [profile]),
        );
      }
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
        toastNote(
          'Nothing is left to select',
          'You have acted on every profile in this list.',
        );
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
    store.set(none);
  }, [store]);
  const drop = useCallback(
    (ids: Iterable<string>) => store.set(without(store.get(), new Set(ids))),
    [store],
  );
  return useMemo(
    () => ({ profiles: selected, toggle, extend, selectNext, ready, clear, drop }),
    [selected, toggle, extend, selectNext, ready, clear, drop],
  );
}

export type Selection = ReturnType<typeof useSelection>;
