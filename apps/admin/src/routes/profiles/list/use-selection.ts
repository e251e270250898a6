import { useCallback, useMemo, useRef, useState } from 'react';
import type { Profile } from '../../../moderation/profiles/list.ts';

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

export function useSelection(rows: readonly Profile[]) {
  const [selected, setSelected] = useState(none);
  const anchor = useRef<number>(undefined);
  const toggle = useCallback(
    (index: number) => {
      const profile = rows[index];
      anchor.current = index;
      if (profile) {
        setSelected((before) =>
          before.has(profile.id)
            ? without(before, new Set([profile.id]))
            : withMore(before, [profile]),
        );
      }
    },
    [rows],
  );
  /** Selects from the row that was selected last, or from `from`, to this one. */
  const extend = useCallback(
    (index: number, from = index) => {
      const start = anchor.current ?? from;
      anchor.current ??= from;
      const range = rows.slice(Math.min(start, index), Math.max(start, index) + 1);
      setSelected((before) => withMore(before, start <= index ? range : range.toReversed()));
    },
    [rows],
  );
  const selectLoaded = useCallback(() => {
    setSelected((before) => withMore(before, rows));
  }, [rows]);
  const clear = useCallback(() => {
    anchor.current = undefined;
    setSelected(none);
  }, []);
  const drop = useCallback(
    (ids: Iterable<string>) => setSelected((before) => without(before, new Set(ids))),
    [],
  );
  return useMemo(
    () => ({ profiles: selected, toggle, extend, selectLoaded, clear, drop }),
    [selected, toggle, extend, selectLoaded, clear, drop],
  );
}

export type Selection = ReturnType<typeof useSelection>;
