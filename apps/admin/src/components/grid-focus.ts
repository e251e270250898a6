import { useCallback, useState } from 'react';

export type GridFocus = {
  active: number;
  /** Whether the focus was in the grid at all: before that, shortcuts on the active row do nothing. */
  isEntered: boolean;
  /** A new number asks for the focus to go to the active row. */
  request: number;
  /** Moves the focus to a row, at most to the first or last. */
  moveTo: (index: number) => void;
  /** Moves the focus by so many rows; from outside the grid, to the active row. */
  moveBy: (rows: number) => void;
  /** To be called when a row got the focus by a click or by Tab. */
  arrive: (index: number) => void;
};

type Position = { active: number; isEntered: boolean; request: number };

/**
 * The roving focus of a grid.
 * @param first the row to enter at; where undefined, the grid is not entered yet
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
