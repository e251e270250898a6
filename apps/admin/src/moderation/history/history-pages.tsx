import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { Loaded, Loading, Stale } from '../../frame/states.tsx';

const rowsWhileLoading = 4;

const loading = (
  <Loading what="the history">
    {Array.from({ length: rowsWhileLoading }, (_, row) => (
      <div key={row} className="flex gap-3 border-b border-line px-5 py-3.5 last:border-b-0">
        <Skeleton shape="round" className="size-8" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-3.5 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      </div>
    ))}
  </Loading>
);

type HistoryPagesProps<Page> = {
  list: UseInfiniteQueryResult<InfiniteData<Page>, unknown>;
  /** What loads the next page: "Show older". */
  more?: string;
  children: (pages: readonly Page[]) => ReactNode;
};

/** A part of the history that is read page by page, on demand. */
export function HistoryPages<Page>({
  list,
  more = 'Show older',
  children,
}: HistoryPagesProps<Page>) {
  return (
    <Loaded query={list} what="The history" loading={loading}>
      {({ pages }) => (
        <div
          aria-busy={list.isPlaceholderData}
          className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-50')}
        >
          {list.error !== null && (
            <div className="p-4">
              <Stale error={list.error} onRetry={() => void list.refetch()} />
            </div>
          )}
          {children(pages)}
          {list.hasNextPage && (
            <div className="flex justify-center border-t border-line p-3">
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {more}
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}
