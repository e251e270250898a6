import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { pressed } from '../keyboard.ts';
import type { GridFocus } from './grid-focus.ts';
import { useDistanceFromTop } from './layout.ts';

/** Rows drawn beyond what is seen, on either side. */
const overscan = 8;

/** Rows before the end at which more is asked for. */
const nearEnd = 50;

/** Rows that Page Up and Page Down pass. */
const page = 10;

/** Pixels that are covered at the window's edges: by the headers above, and the selection bar below. */
const covered = { above: 108, below: 88 };

/** Rows scrolled between two frames, above which nobody can read them. */
const unreadable = 10;

type RowState = {
  isSelected: boolean;
  tabIndex: 0 | -1;
  /** Whether the row only flies past: then an outline is enough until the scrolling slows down. */
  isPassing: boolean;
};

type VirtualTableProps = {
  /** For screen readers. */
  label: string;
  /** All columns, including those hidden at this width. */
  columnCount: number;
  /** The cells of the first row, each a `columnheader`. */
  header: ReactNode;
  /** The classes that lay out a row, and the header, as a grid. */
  layout: string;
  rowCount: number;
  rowKey: (index: number) => string;
  /** Pixels, the same for every row: nothing is measured while scrolling. */
  rowHeight: number;
  /** All rows, loaded or not; undefined where their number is unknown. */
  total: number | undefined;
  isSelected: (index: number) => boolean;
  /**
   * The cells of a row, each a `gridcell`. Return a memoised element: this is called again with every scroll. Give `tabIndex`
   * to everything that can be pressed, so that Tab stops in the active row alone.
   */
  drawRow: (index: number, state: RowState) => ReactNode;
  focus: GridFocus;
  onOpen: (index: number) => void;
  onToggle: (index: number) => void;
  /** Everything from the row that was selected last to this one. */
  onExtend: (index: number) => void;
  onSelectAll: () => void;
  /** Called when the last loaded rows come near. */
  onNearEnd: () => void;
};

function useRows({ rowCount, rowHeight, focus, onNearEnd }: VirtualTableProps) {
  const body = useRef<HTMLDivElement>(null);
  const { active } = focus;
  const virtualizer = useWindowVirtualizer({
    count: rowCount,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: useDistanceFromTop(body),
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    // The active row is there even where it is out of sight: it holds the focus.
    rangeExtractor: useCallback(
      (range: Range) => {
        const seen = defaultRangeExtractor(range);
        return active >= range.count || seen.includes(active)
          ? seen
          : [...seen, active].toSorted((one, other) => one - other);
      },
      [active],
    ),
  });
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= rowCount - nearEnd) {
      onNearEnd();
    }
  }, [last, rowCount, onNearEnd]);
  useLayoutEffect(() => {
    if (focus.request > 0) {
      virtualizer.scrollToIndex(active, { align: 'auto' });
      body.current
        ?.querySelector<HTMLElement>(`[data-index="${active}"]`)
        ?.focus({ preventScroll: true });
    }
    // Only a request moves the focus: another active row alone does not.
  }, [focus.request]);
  const start = virtualizer.range?.startIndex ?? 0;
  const drawn = useRef(start);
  const isPassing =
    virtualizer.isScrolling && Math.abs(start - drawn.current) > unreadable;
  useLayoutEffect(() => {
    drawn.current = start;
  });
  return { body, virtualizer, isPassing };
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Handles a key; returns false where it means nothing in the grid. */
function press(event: KeyboardEvent, table: VirtualTableProps): boolean {
  const { focus, rowCount, onOpen, onToggle, onExtend, onSelectAll } = table;
  const key = pressed(event);
  const step = key === undefined ? undefined : steps[key];
  const isOnRow = event.target instanceof Element && event.target.role === 'row';
  if (step !== undefined) {
    const to = Math.max(0, Math.min(rowCount - 1, focus.active + step));
    if (event.shiftKey) {
      onExtend(to);
    }
    focus.moveTo(to);
    return true;
  }
  if (key?.toLowerCase() === 'a' && (event.metaKey || event.ctrlKey)) {
    onSelectAll();
    return true;
  }
  if (isOnRow && key === ' ') {
    (event.shiftKey ? onExtend : onToggle)(focus.active);
    return true;
  }
  if (isOnRow && key === 'Enter') {
    onOpen(focus.active);
    return true;
  }
  return false;
}

/**
 * A grid of any length, of which only the rows in sight are drawn. It scrolls with the page. Tab stops at one row;
 * the arrow keys, Page Up and Down, Home and End move it, Space selects, Shift extends, Enter opens.
 */
export function VirtualTable(table: VirtualTableProps) {
  const { label, columnCount, header, layout, rowKey, rowHeight, total } = table;
  const { isSelected, drawRow, focus } = table;
  const { body, virtualizer, isPassing } = useRows(table);
  const { scrollMargin } = virtualizer.options;
  const row = clsx('grid items-center px-4 md:px-5', layout);
  return (
    <div
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-colcount={columnCount}
      onKeyDown={(event) => {
        if (press(event, table)) {
          event.preventDefault();
        }
      }}
    >
      <div role="rowgroup" className="z-20 md:sticky md:top-14">
        <div
          role="row"
          aria-rowindex={1}
          className={clsx(row, 'h-11 rounded-t-xl border-b border-line bg-sunken')}
        >
          {header}
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        style={{ height: virtualizer.getTotalSize() }}
        className="relative"
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const selected = isSelected(index);
          const tabIndex = index === focus.active ? 0 : -1;
          return (
            <div
              key={rowKey(index)}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={selected}
              tabIndex={tabIndex}
              data-index={index}
              onFocus={() => focus.arrive(index)}
              style={{
                height: rowHeight,
                transform: `translateY(${start - scrollMargin}px)`,
              }}
              className={clsx(
                row,
                'absolute inset-x-0 top-0 [contain:strict] border-b border-line focus-within:shadow-[inset_3px_0_0_var(--accent)] focus-visible:-outline-offset-2',
                selected ? 'bg-accent-soft' : 'hover:bg-sunken/60',
              )}
            >
              {drawRow(index, {
                isSelected: selected,
                tabIndex,
                isPassing: isPassing && index !== focus.active,
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
