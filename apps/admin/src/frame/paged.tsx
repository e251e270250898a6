import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { Loaded, Stale } from './states.tsx';

type PagedProps<Page> = {
  list: UseInfiniteQueryResult<InfiniteData<Page>, unknown>;
  /** What did not load: "The history". */
  what: string;
  /** Shows meanwhile. */
  loading: ReactNode;
  /** What loads the next page: "Show older". */
  more?: string;
  children: (pages: readonly Page[]) => ReactNode;
};

/** What is read page by page, on demand. */
export function Paged<Page>({
  list,
  what,
  loading,
  more = 'Show older',
  children,
}: PagedProps<Page>) {
  return (
    <Loaded query={list} what={what} loading={loading}>
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
              <Button
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {more}
              </Button>
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}
