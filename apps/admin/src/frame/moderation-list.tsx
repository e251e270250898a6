import { clsx } from 'clsx';
import { memo, type ReactNode, useRef } from 'react';
import { useDistanceFromTop, useMedia } from '../components/layout.ts';
import { RowCells, type RowProps, type RowWords } from '../components/list/row.tsx';
import { SelectionBar } from '../components/list/selection-bar.tsx';
import { goToCase } from '../components/list/virtual-list.tsx';
import { SearchField, type SearchFieldProps } from '../components/search-field.tsx';
import { Level } from '../components/section.tsx';
import { pressed } from '../keyboard.ts';
import { useTitle } from '../title.ts';
import { goToRows, List, type ListProps } from './list.tsx';
import { barStyle, caseHeading } from './page.tsx';

type Description<Row extends { id: string }> = Pick<ListProps<Row>, 'one' | 'columns'> & {
  /** The page's heading, and the list's name for screen readers. */
  title: string;
  useWords: (row: Row) => RowWords;
};

type ModerationListProps<Row extends { id: string }> = Omit<
  ListProps<Row>,
  'label' | 'one' | 'columns' | 'drawRow' | 'onOpen' | 'onFollow'
> & {
  tabs?: ReactNode;
  search?: Omit<SearchFieldProps, 'onLeave'>;
  controls?: ReactNode;
  below?: ReactNode;
  /**
   * The case of the focused row; undefined without a focused row. Shown only if
   * there is room.
   */
  drawCase: () => ReactNode;
  /**
   * Called for Enter, and for a click without room for the case. Without it, the
   * case has no page of its own: if there is no room beside the list, it is above.
   */
  onOpen?: (row: Row) => void;
  /** A list with another version starts anew at the top. */
  version?: string | undefined;
  acts?: ReactNode;
  children?: ReactNode;
};

/** Makes the page of a list: its bar, its rows, and the case beside them. */
export function moderationList<Row extends { id: string }>({
  title,
  one,
  columns,
  useWords,
}: Description<Row>) {
  /** Memoised: changes of other rows cause no redraw. */
  const ListRow = memo(function ListRow({ item, ...row }: RowProps & { item: Row }) {
    return <RowCells {...row} words={useWords(item)} />;
  });

  return function ModerationList(props: ModerationListProps<Row>) {
    const { tabs, search, controls, below, drawCase, onOpen, ...others } = props;
    const { version, acts, children, ...list } = others;
    const { rows, selection, focus } = list;
    useTitle(title);
    const hasCase = useMedia('(min-width: 80rem)');
    const page = useRef<HTMLDivElement>(null);
    const top = useDistanceFromTop(page);
    const open = (index: number) => {
      const row = rows[index];
      if (!onOpen) goToCase();
      else if (row) onOpen(row);
    };
    return (
      <Level value="h2">
        <div
          ref={page}
          className={clsx(
            hasCase &&
              'grid grid-cols-[minmax(0,1fr)_29rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]',
          )}
        >
          <div className="min-w-0">
            <div className={barStyle}>
              <h1 className="text-base font-semibold">{title}</h1>
              {tabs}
              <div
                className={clsx(
                  'ml-auto flex min-w-0 flex-wrap items-center justify-end gap-2',
                  search && 'max-md:basis-full',
                )}
              >
                {search && (
                  <div className="flex min-w-40 max-md:flex-1 md:w-72">
                    <SearchField {...search} onLeave={goToRows} />
                  </div>
                )}
                {controls}
              </div>
            </div>
            {!onOpen && !hasCase && drawCase()}
            {below}
            <List
              {...list}
              key={version}
              label={title}
              one={one}
              columns={columns}
              isSearched={search !== undefined}
              onOpen={open}
              onFollow={hasCase || !onOpen ? focus.moveTo : open}
              isCaseFirst={!onOpen && !hasCase}
              drawRow={(item, row) => <ListRow {...row} item={item} />}
            />
            {selection && <SelectionBar selection={selection}>{acts}</SelectionBar>}
            {children}
          </div>
          {hasCase && (
            <aside
              aria-labelledby={caseHeading}
              onKeyDown={(event) => pressed(event) === 'Escape' && goToRows()}
              // A banner above would push its buttons out of sight.
              style={{ height: `calc(100dvh - ${top}px)` }}
              className="sticky top-0 overflow-y-auto border-l border-line"
            >
              {drawCase()}
            </aside>
          )}
        </div>
      </Level>
    );
  };
}
