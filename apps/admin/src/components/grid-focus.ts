import { useCallback, useState } from 'react';

/** Which row of a grid the keys act on. */
export type GridFocus = {
  active: number;
  /** Whether anybody chose it: before, keys that act do nothing. */
  isEntered: boolean;
  /** Another number each time that the focus is to go to the active row. */
  request: number;
  /** Sends the focus to a row, as near to it as there is one. */
  moveTo: (index: number) => void;
  /** Sends it on by so many rows; where nobody is in the grid yet, to the row that is active. */
  moveBy: (rows: number) => void;
  /** The focus has come to a row by itself: by a press, or by Tab. */
  arrive: (index: number) => void;
};

type Position = { active: number; isEntered: boolean; request: number };

/**
 * The roving focus of a grid with so many rows.
 * @param first the row it begins with; undefined is the first, which nobody chose
 */
export function useGridFocus(rowCount: number, first: number | undefined): GridFocus {
  const [position, setPosition] = useState<Position>({
    active: first ?? 0,
    isEntered: first !== undefined,
    request: 0,
  });
  const moveTo = useCallback(
    (index: number) =>
      setPosition(({ request }) => ({
        active: Math.max(0, Math.min(rowCount - 1, index)),
        isEntered: true,
        request: request + 1,
      })),
    [rowCount],
  );
  const moveBy = useCallback(
    (rows: number) =>
      setPosition(({ active, isEntered, request }) => ({
        active: Math.max(0, Math.min(rowCount - 1, isEntered ? active + rows : active)),
        isEntered: true,
        request: request + 1,
      })),
    [rowCount],
  );
  const arrive = useCallback(
    (index: number) =>
      setPosition((before) =>
        before.isEntered && before.active === index
          ? before
          : { ...before, active: index, isEntered: true },
      ),
    [],
  );
  return { ...position, moveTo, moveBy, arrive };
}
