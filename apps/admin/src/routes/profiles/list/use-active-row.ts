import { useLayoutEffect, useRef } from 'react';
import type { GridFocus } from '../../../components/grid-focus.ts';
import type { Profile } from '../../../moderation/profiles/list.ts';

/** Follows the active row while others leave the list or come back; where it leaves itself, the next one takes its place. */
export function useActiveRow(
  rows: readonly Profile[],
  { active, isEntered, moveTo }: GridFocus,
) {
  const drawn = useRef(rows);
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = rows;
    if (!isEntered || rows[active]?.id === before[active]?.id) {
      return;
    }
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    const next = before.slice(active).find(({ id }) => places.has(id));
    moveTo(next ? (places.get(next.id) ?? 0) : rows.length - 1);
  }, [rows, active, isEntered, moveTo]);
}
