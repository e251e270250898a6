import { clsx } from 'clsx';
import { CloudOff, WifiOff } from 'lucide-react';
import { useCallback, useEffect, type ReactNode } from 'react';
import { Alert } from '../components/alert.tsx';
import { Button } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { explain, failureOf } from '../failure.ts';

type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  refetch: () => Promise<unknown>;
  isFetchNextPageError?: boolean;
};

type LoadedProps<Data> = {
  query: Query<Data>;
  /** What did not load: "The history". */
  what: string;
  /** Shows meanwhile. */
  loading: ReactNode;
  isPage?: boolean;
  children: (data: Data) => ReactNode;
};

/** Shows what was loaded, or why it is not there. */
export function Loaded<Data>({
  query,
  what,
  loading,
  isPage = false,
  children,
}: LoadedProps<Data>) {
  const { data, error, fetchStatus, refetch } = query;
  if (data !== undefined) {
    return children(data);
  }
  if (error) {
    return (
      <div role="alert">
        <Notice
          isPage={isPage}
          icon={CloudOff}
          title={`${what} didn’t load`}
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {explain(failureOf(error))}
        </Notice>
      </div>
    );
  }
  return fetchStatus === 'paused' ? (
    <Notice isPage={isPage} icon={WifiOff} title="You’re offline">
      This loads by itself as soon as there is a connection.
    </Notice>
  ) : (
    loading
  );
}

type ListProps<Row> = {
  query: Query<unknown> & {
    hasNextPage: boolean;
    isPlaceholderData: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  rows: readonly Row[];
  loading: ReactNode;
  /** Shows where there are no rows. */
  empty: ReactNode;
  /** Draws the rows; `readMore` is for when the last of them come near. */
  children: (readMore: () => void) => ReactNode;
};

/** A list that is read page by page. */
export function List<Row>({ query, rows, loading, empty, children }: ListProps<Row>) {
  const {
    hasNextPage,
    fetchStatus,
    isFetchNextPageError,
    isPlaceholderData,
    fetchNextPage,
  } = query;
  const readMore = useCallback(() => {
    if (hasNextPage && fetchStatus === 'idle' && !isFetchNextPageError) {
      void fetchNextPage();
    }
  }, [hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage]);
  const isEmpty = rows.length === 0;
  // A page without rows says how far the service has searched.
  useEffect(() => {
    if (isEmpty) readMore();
  }, [isEmpty, readMore]);
  return (
    <Loaded query={query} what="The list" loading={loading}>
      {() =>
        isEmpty && !hasNextPage ? (
          empty
        ) : (
          <div
            aria-busy={isPlaceholderData}
            className={clsx('transition-opacity', isPlaceholderData && 'opacity-50')}
          >
            {children(readMore)}
          </div>
        )
      }
    </Loaded>
  );
}

/** Says that what shows was loaded before and could not be read again. */
export function Stale({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert tone="bad">
      This is how it was: it could not be read again. {explain(failureOf(error))}{' '}
      <button
        type="button"
        onClick={onRetry}
        className="rounded-sm font-medium underline underline-offset-3 hover:no-underline"
      >
        Try again
      </button>
    </Alert>
  );
}

/** The same for a query whose last reading failed. */
export function StaleQuery({
  query,
  className = '',
}: {
  query: Query<unknown>;
  className?: string;
}) {
  const { data, error, refetch, isFetchNextPageError = false } = query;
  return (
    data !== undefined &&
    error !== null &&
    !isFetchNextPageError && (
      <div className={className}>
        <Stale error={error} onRetry={() => void refetch()} />
      </div>
    )
  );
}

/** Grey shapes where something is about to be; `what` is read out. */
export function Loading({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}…</span>
      {children}
    </div>
  );
}
