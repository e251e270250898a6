import { clsx } from 'clsx';
import { useCallback, useEffect, type ReactNode } from 'react';
import { counted } from '../components/count.ts';
import { Button } from '../components/button.tsx';
import { Said } from '../components/said.tsx';
import { VirtualList, type VirtualListProps } from '../components/list/virtual-list.tsx';
import { explain } from '../failure.ts';
import { Loaded, type Query } from './states.tsx';

type RowsQuery = Query<unknown> & {
  isPlaceholderData?: boolean;
  hasNextPage?: boolean;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => Promise<unknown>;
};

export type ListProps<Row extends { id: string }> = Omit<
  VirtualListProps<Row>,
  'onNearEnd' | 'total'
> & {
  query: RowsQuery;
  total?: number | undefined;
  /** Whether the number of rows answers a search. Then it is said. */
  isSearched?: boolean | undefined;
  empty: ReactNode;
};

type EndProps = {
  query: RowsQuery;
  count: number;
  one: string;
};

function ListEnd({ query, count, one }: EndProps) {
  const { error, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  if (isFetchNextPageError) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-3 px-4 py-2.5 md:pl-10"
      >
        <p className="text-pretty text-bad">More didn’t load. {explain(error)}</p>
        <Button onClick={() => void fetchNextPage?.()}>Try again</Button>
      </div>
    );
  }
  return (
    <p className="px-4 py-3 text-xs text-muted md:pl-10">
      {hasNextPage
        ? 'Loading more…'
        : fetchNextPage && `End of the list: ${counted(count, one)}`}
    </p>
  );
}

export function List<Row extends { id: string }>({
  query,
  empty,
  total,
  isSearched = false,
  ...list
}: ListProps<Row>) {
  const { hasNextPage = false, isFetchNextPageError = false, fetchStatus } = query;
  const { fetchNextPage, isPlaceholderData = false } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && fetchStatus === 'idle' && !isFetchNextPageError) {
      void fetchNextPage?.();
    }
  }, [hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage]);
  const isEmpty = list.rows.length === 0;
  // Even a page without rows says how far the service has searched.
  useEffect(() => {
    if (isEmpty) readMore();
  }, [isEmpty, readMore]);
  const isOver = isEmpty && !hasNextPage;
  // The error at the end of the list is not repeated at the top.
  const shown = isFetchNextPageError ? { ...query, error: null } : query;
  return (
    <Loaded query={shown} what={`the ${list.one}s`}>
      {() =>
        isOver ? (
          empty
        ) : (
          <div
            aria-busy={isPlaceholderData}
            className={clsx('transition-opacity', isPlaceholderData && 'opacity-50')}
          >
            {isSearched && !isPlaceholderData && (
              <Said text={counted(total ?? list.rows.length, list.one)} />
            )}
            <VirtualList {...list} total={total} onNearEnd={readMore} />
            <ListEnd query={query} count={list.rows.length} one={list.one} />
          </div>
        )
      }
    </Loaded>
  );
}

export const goToRows = (): void =>
  document
    .querySelector<HTMLElement>('[role="grid"] [data-index][tabindex="0"]')
    ?.focus();
