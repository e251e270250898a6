import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { inferInput } from '@trpc/tanstack-react-query';
import { clsx } from 'clsx';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { trpc } from '../../trpc.ts';
import { Failed, Loading, Offline, Stale } from '../states.tsx';
import { EventItem } from './event-item.tsx';

/** Which events: of a profile, of a user, or whatever a filter says. */
export type EventQuery = Omit<inferInput<typeof trpc.events.list>, 'cursor' | 'limit'>;

const eventsAtOnce = 30;

const useEvents = (query: EventQuery) =>
  useInfiniteQuery(
    trpc.events.list.infiniteQueryOptions(
      { ...query, limit: eventsAtOnce },
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );

const rowsWhileLoading = 4;

function LoadingEvents() {
  return (
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
}

type EventListProps = {
  query: EventQuery;
  /** Says why there is nothing, where there is nothing. */
  empty?: ReactNode;
};

const nothingYet = (
  <Notice icon={History} title="Nothing has happened yet">
    What moderators and admins do here is written down here, with the way back.
  </Notice>
);

/** What moderators and admins did, newest first, as far back as one asks. */
export function EventList({ query, empty = nothingYet }: EventListProps) {
  const list = useEvents(query);
  if (!list.data) {
    if (list.error) {
      return <Failed what="The history" error={list.error} onRetry={() => void list.refetch()} />;
    }
    return list.fetchStatus === 'paused' ? <Offline /> : <LoadingEvents />;
  }
  const events = list.data.pages.flatMap(({ data }) => data.events);
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={clsx('transition-opacity', list.isPlaceholderData && 'opacity-50')}
    >
      {list.error && (
        <div className="p-4">
          <Stale error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {events.length === 0 ? (
        empty
      ) : (
        <ol aria-label="Events, newest first" className="divide-y divide-line">
          {events.map((event) => (
            <EventItem key={event.id} event={event} />
          ))}
        </ol>
      )}
      {list.hasNextPage && (
        <div className="flex justify-center border-t border-line p-3">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}
