import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '../../trpc.ts';
import { catchUp } from './changes.ts';
import { queryOf, type ProfilesSearch } from './search.ts';

/** Milliseconds between two looks, while the page is in sight. */
const interval = 15_000;

const polling = { refetchInterval: interval, staleTime: interval, gcTime: 0 } as const;

/**
 * What happens while a list is looked at. What was created is counted, for the list to be read again when one wants it; what
 * was changed is put into the rows that show it, and marked.
 * @param asOf from when the list is; undefined while it loads
 */
export function useNews(search: ProfilesSearch, asOf: string | undefined): number {
  const [caughtUp, setCaughtUp] = useState<{ list: string; asOf: string }>();
  const changedSince = caughtUp && caughtUp.list === asOf ? caughtUp.asOf : asOf;
  const isKnown = asOf !== undefined;
  const created = useQuery(
    trpc.profiles.news.queryOptions(
      { ...queryOf(search), asOf: asOf ?? '' },
      { ...polling, enabled: isKnown },
    ),
  );
  // Of all profiles: one that left the filter by its change is still shown.
  const changed = useQuery(
    trpc.profiles.news.queryOptions(
      { asOf: changedSince ?? '' },
      { ...polling, enabled: changedSince !== undefined },
    ),
  );
  const changes = changed.data?.data.changed ?? 0;
  useEffect(() => {
    if (changes === 0 || asOf === undefined) {
      return undefined;
    }
    let isOver = false;
    catchUp()
      .then((now) => isOver || setCaughtUp({ list: asOf, asOf: now }))
      // The next look finds the same changes.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [changes, asOf, changed.dataUpdatedAt]);
  return created.data?.data.created ?? 0;
}
