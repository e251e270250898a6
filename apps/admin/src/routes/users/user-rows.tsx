import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { pixelsOf, useDistanceFromTop, useMedia } from '../../components/layout.ts';
import { useShortcut } from '../../keyboard.ts';
import { UserRow } from './user-row.tsx';
import type { ManagedUser } from './vocabulary.ts';

/** Rows drawn beyond what is seen: far enough for Tab and j to find the next one. */
const overscan = 10;

/** Rows before the end at which more is asked for. */
const nearEnd = 20;

type UserRowsProps = { users: readonly ManagedUser[]; onNearEnd: () => void };

/** Moves the focus from row to row, beginning at the first one in sight. */
function useRowKeys(list: RefObject<HTMLUListElement | null>): void {
  const move = (step: number) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const first = rows.findIndex((row) => row.getBoundingClientRect().top >= 0);
    const next = rows[current === -1 ? first : current + step];
    next?.querySelector('a')?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut({ keys: 'j', label: 'Next user', run: () => move(1) });
  useShortcut({ keys: 'k', label: 'Previous user', run: () => move(-1) });
}

/** A list of any length, of which only the rows in sight are drawn. */
export function UserRows({ users, onNearEnd }: UserRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const top = useDistanceFromTop(list);
  const rowHeight = pixelsOf(useMedia('(min-width: 48rem)') ? 4 : 4.75);
  const virtualizer = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => users[index]?.id ?? index,
    overscan,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= users.length - nearEnd) {
      onNearEnd();
    }
  }, [last, users.length, onNearEnd]);
  useRowKeys(list);
  return (
    <ul
      ref={list}
      aria-label="Users"
      style={{ height: virtualizer.getTotalSize() }}
      className="relative overflow-hidden"
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const user = users[index];
        return (
          user && (
            <li
              key={key}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={-1}
              style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
              className="absolute inset-x-0 top-0 scroll-my-30 border-b border-line"
            >
              <UserRow user={user} />
            </li>
          )
        );
      })}
    </ul>
  );
}
