import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { inferInput } from '@trpc/tanstack-react-query';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../../components/notice.tsx';
import { trpc } from '../../trpc.ts';
import { EventItem } from './event-item.tsx';
import { HistoryPages } from './history-pages.tsx';

/** A filter for events and actions: by profile, by user, or by what the address says. */
export type EventQuery = Omit<inferInput<typeof trpc.audit.list>, 'cursor' | 'limit'>;

const eventsAtOnce = 30;

export const useEvents = (query: EventQuery) =>
  useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(
      { ...query, limit: eventsAtOnce },
      {
        getNextPageParam: ({ data }) => data.nextCursor,
        initialCursor: null,
        placeholderData: keepPreviousData,
      },
    ),
  );

export const nothingYet = (
  <Notice icon={History} title="Nothing has happened yet">
    What moderators and admins do here is written down here, with the way back.
  </Notice>
);

type EventListProps = {
  query: EventQuery;
  /** Shows where there are no events. */
  empty?: ReactNode;
};

/** What was done to profiles and users one by one, newest first; older events load on demand. */
export function EventList({ query, empty = nothingYet }: EventListProps) {
  const list = useEvents(query);
  return (
    <HistoryPages list={list}>
      {(pages) => {
        const events = pages.flatMap(({ data }) => data.events);
        return events.length === 0 ? (
          empty
        ) : (
          <ol aria-label="Events, newest first" className="divide-y divide-line">
            {events.map((event) => (
              <EventItem key={event.id} event={event} />
            ))}
          </ol>
        );
      }}
    </HistoryPages>
  );
}
