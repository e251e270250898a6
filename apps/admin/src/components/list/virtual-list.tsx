import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useCallback, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { pixelsOf, useDistanceFromTop, useMedia } from '../layout.ts';
import { type Heading, HeadingRow } from './heading.tsx';
import { rowLayout, type RowProps } from './row.tsx';
import {
  type ListKeys,
  type PressedList,
  pressInList,
  SelectionKeys,
  useListKeys,
} from './use-list-keys.ts';

const overscan = 8;

/** Rows before the end at which more rows are loaded. */
const nearEnd = 50;

/** Pixels covered by the bar at the top and the controls at the bottom. */
const covered = { above: 48, below: 64 };

/** Heights in rem of a row of one line, or two on a phone, and of a heading. */
const heights = { line: 2.5, lines: 3.5, heading: 2, touched: 2.75 } as const;

/** Everything about a list except how to draw its rows. */
type ListState = ListKeys &
  PressedList & {
    /** Column names for screen readers: name, text, detail and age. */
    columns: readonly [string, string, string, string];
    /** The headings above each row, and at last those below all rows. */
    headings?: readonly (readonly Heading[])[] | undefined;
    /** The number of all rows, loaded or not; undefined if unknown. */
    total: number | undefined;
    /** Called for a click. */
    onFollow: (index: number) => void;
    /** Whether the case above the list gets the focus in place of a row. */
    isCaseFirst?: boolean | undefined;
    onNearEnd: () => void;
  };

export type VirtualListProps<Row extends { id: string }> = Omit<ListState, 'rows'> & {
  rows: readonly Row[];
  /**
   * Draws `RowCells` in a memoised component, because each scroll calls it again.
   */
  drawRow: (row: Row, props: RowProps) => ReactNode;
};

export const goToCase = (): void => document.querySelector<HTMLElement>('#case')?.focus();

function useRows(list: ListState) {
  const { rows, headings = [], focus, isCaseFirst, onNearEnd } = list;
  const body = useRef<HTMLDivElement>(null);
  const { active } = focus;
  const rowHeight = pixelsOf(
    useMedia('(min-width: 48rem)') ? heights.line : heights.lines,
  );
  const headingHeight = pixelsOf(
    useMedia('(pointer: coarse)') ? heights.touched : heights.heading,
  );
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rowHeight + headingHeight * (headings[index]?.length ?? 0),
    overscan,
    scrollMargin: useDistanceFromTop(body),
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    // The active row is always drawn, even out of sight, because it has the
    // focus.
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
  const drawn = headings.map(({ length }) => length).join();
  useLayoutEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight, headingHeight, drawn]);
  const last = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    if (last >= rows.length - nearEnd) {
      onNearEnd();
    }
  }, [last, rows.length, onNearEnd]);
  useLayoutEffect(() => {
    if (focus.request === 0) return;
    if (isCaseFirst) goToCase();
    else {
      virtualizer.scrollToIndex(active, { align: 'auto' });
      body.current
        ?.querySelector<HTMLElement>(`[data-index="${active}"]`)
        ?.focus({ preventScroll: true });
    }
    // Only a request moves the focus. A new active row does not.
  }, [focus.request]);
  return { body, virtualizer, rowHeight, headingHeight };
}

/**
 * Callbacks for rows. They never change, because a change would redraw every row.
 */
function useRowCallbacks(list: ListState) {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });
  const select = useCallback((index: number, further: boolean) => {
    const { selection } = latest.current;
    if (further) selection?.extend(index);
    else selection?.toggle(index);
  }, []);
  const follow = useCallback((index: number) => latest.current.onFollow(index), []);
  return { select, follow };
}

/**
 * A list of any length that draws only the visible rows. It scrolls with the
 * page. Tab stops at one row. Arrow keys, Page Up and Down, Home and End move.
 * Space selects, Shift extends, Enter opens.
 */
export function VirtualList<Row extends { id: string }>(list: VirtualListProps<Row>) {
  const { label, columns, rows, total, focus, selection, drawRow } = list;
  const { headings = [] } = list;
  const { body, virtualizer, rowHeight, headingHeight } = useRows(list);
  useListKeys(list);
  const { select, follow } = useRowCallbacks(list);
  const { scrollMargin } = virtualizer.options;
  const below = headings[rows.length] ?? [];
  const names = selection ? ['Select', ...columns] : columns;
  const drawHeadings = (all: readonly Heading[] = []) =>
    all.map((heading) => (
      <HeadingRow
        key={heading.name}
        heading={heading}
        span={names.length}
        height={headingHeight}
      />
    ));
  return (
    <div
      role="grid"
      aria-label={label}
      aria-multiselectable={selection !== undefined}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-colcount={names.length}
      onKeyDown={(event) => {
        if (pressInList(event, list)) event.preventDefault();
      }}
    >
      {selection && <SelectionKeys {...list} selection={selection} />}
      <div role="rowgroup" className="sr-only">
        <div role="row" aria-rowindex={1}>
          {names.map((name) => (
            <span key={name} role="columnheader">
              {name}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={body}
        role="rowgroup"
        style={{ height: virtualizer.getTotalSize() + below.length * headingHeight }}
        className="@container relative"
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return undefined;
          const isSelected = selection?.rows.has(row.id) ?? false;
          const tabIndex = index === focus.active ? 0 : -1;
          return (
            <div
              key={row.id}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              className="absolute inset-x-0 top-0 transition-transform duration-120"
            >
              {drawHeadings(headings[index])}
              <div
                role="row"
                aria-rowindex={index + 2}
                aria-selected={selection && isSelected}
                aria-current={(focus.isEntered && index === focus.active) || undefined}
                tabIndex={tabIndex}
                data-index={index}
                onFocus={() => focus.arrive(index)}
                style={{ height: rowHeight }}
                className={clsx(
                  'group relative rounded-md [contain:strict] focus-visible:-outline-offset-2',
                  rowLayout,
                  isSelected ? 'bg-accent-soft' : 'aria-[current]:bg-sunken',
                  'aria-[current]:before:absolute aria-[current]:before:inset-y-0 aria-[current]:before:left-0 aria-[current]:before:w-0.75 aria-[current]:before:bg-accent forced-colors:aria-[current]:before:bg-[Highlight]',
                )}
              >
                {drawRow(row, {
                  index,
                  tabIndex,
                  isSelected,
                  onSelect: selection && select,
                  onFollow: follow,
                })}
              </div>
            </div>
          );
        })}
        <div
          style={{ transform: `translateY(${virtualizer.getTotalSize()}px)` }}
          className="absolute inset-x-0 top-0"
        >
          {drawHeadings(below)}
        </div>
      </div>
    </div>
  );
}
