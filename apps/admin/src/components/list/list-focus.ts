import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isFocusFree } from '../../keyboard.ts';
import { createPersonalStore } from '../../store.ts';

type Row = { id: string };

/** The last focused row of each list, to return to it. */
const lastRows = createPersonalStore<ReadonlyMap<string, string>>(new Map());

export const rememberRow = (list: string, id: string): void =>
  lastRows.set(new Map([...lastRows.get(), [list, id]]));

type Position = {
  active: number;
  /**
   * Whether a row was focused or made active, also in an earlier visit. Until
   * then, keys don't act on the active row.
   */
  isEntered: boolean;
  /** A new number moves the focus to the active row. */
  request: number;
};

const within = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));

export const lastPlace = (name: string, rows: readonly Row[]): number =>
  rows.findIndex(({ id }) => id === lastRows.get().get(name));

/** Starts at the last focused row, if it is still in the list. */
function startIn(name: string, rows: readonly Row[]): Position {
  const index = lastPlace(name, rows);
  return { active: Math.max(0, index), isEntered: index !== -1, request: 0 };
}

/**
 * Whether the focus is elsewhere, such as in the search. A changing list must not
 * take it.
 */
export const isElsewhere = (): boolean =>
  !isFocusFree() && !document.activeElement?.closest('[role="grid"]');

/** The roving focus of a list. It stays on its row when other rows come or go. */
export function useListFocus<Found extends Row>(name: string, rows: readonly Found[]) {
  const [position, setPosition] = useState(() => startIn(name, rows));
  const { active, isEntered } = position;
  const count = rows.length;
  const moveTo = useCallback(
    (index: number) =>
      setPosition(({ request }) => ({
        active: within(index, count),
        isEntered: true,
        request: request + 1,
      })),
    [count],
  );
  /**
   * Moves the focus by this many rows. The first time, moves it to the active
   * row.
   */
  const moveBy = useCallback(
    (step: number) =>
      setPosition((before) => ({
        active: within(before.isEntered ? before.active + step : before.active, count),
        isEntered: true,
        request: before.request + 1,
      })),
    [count],
  );
  /** Makes a row active without moving the focus, such as after a click or Tab. */
  const arrive = useCallback(
    (index: number) =>
      setPosition((before) =>
        before.isEntered && before.active === index
          ? before
          : { ...before, active: index, isEntered: true },
      ),
    [],
  );

  const drawn = useRef(rows);
  useLayoutEffect(() => {
    const before = drawn.current;
    // While rows are loading, the old ones count.
    if (rows.length === 0) return;
    drawn.current = rows;
    if (!isEntered || rows[active]?.id === before[active]?.id) return;
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    const isThere = ({ id }: Row) => places.has(id);
    const next = before.slice(active).find(isThere) ?? before.findLast(isThere);
    const index = places.get(next?.id ?? '') ?? 0;
    if (isElsewhere()) arrive(index);
    else moveTo(index);
  }, [rows, active, isEntered, moveTo, arrive]);

  const row = isEntered ? rows[active] : undefined;
  const id = row?.id;
  useEffect(() => {
    if (id !== undefined) rememberRow(name, id);
  }, [name, id]);
  return { ...position, row, moveTo, moveBy, arrive };
}

export type ListFocus = Omit<ReturnType<typeof useListFocus>, 'row'>;
