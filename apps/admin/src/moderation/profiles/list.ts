import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../query-client.ts';
import { createPersonalStore, useStore } from '../../store.ts';
import { byCursor, trpc } from '../../trpc.ts';
import { clearMarks } from './marks.ts';
import { forgetJudged, isListed, isToJudge, latest, progress } from './progress.ts';
import type { Found, Profile } from './profile.ts';
import { queryOf, type ProfilesSearch } from './search.ts';

export type Pages = InfiniteData<Found, string | null>;

/** The service's largest page, because fast scrolling passes many rows. */
export const pageSize = 100;

/** The last list of this tab, to return to it. */
export const lastList = createPersonalStore<ProfilesSearch>({});

const optionsOf = (search: ProfilesSearch) =>
  trpc.moderation.profiles.search.infiniteQueryOptions(
    { ...queryOf(search), limit: pageSize },
    {
      ...byCursor,
      // Rows never move by themselves. Updates are announced, and changes are put
      // into their rows (rows.ts).
      staleTime: Number.POSITIVE_INFINITY,
      // Comparing all loaded rows with each new page would get slower and slower.
      structuralSharing: false,
      trpc: { abortOnUnmount: true },
    },
  );

const rowsOf = (list: Pages | undefined): Profile[] =>
  list?.pages.flatMap(({ data }) => data.profiles.map(latest)) ?? [];

export const prefetchList = (search: ProfilesSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(optionsOf(search));

/** The profiles of a URL's list, in the pages loaded so far. */
export function useProfileList(search: ProfilesSearch) {
  const list = useInfiniteQuery(optionsOf(search));
  const { state } = search;
  const now = useStore(progress);
  const rows = useMemo(
    () => rowsOf(list.data).filter((row) => isListed(row, state, now)),
    [list.data, state, now],
  );
  /** The first rows that still need a decision. Loads more pages if needed. */
  const readNext = async (count: number): Promise<Profile[]> => {
    let { data, hasNextPage } = list;
    for (;;) {
      const next = rowsOf(data).filter((row) => isToJudge(row, state));
      if (next.length >= count || !hasNextPage) {
        return next.slice(0, count);
      }
      const read = await list.fetchNextPage({ cancelRefetch: false });
      ({ data } = read);
      hasNextPage = read.hasNextPage && !read.isFetchNextPageError;
    }
  };
  return { list, rows, readNext, asOf: list.data?.pages[0]?.data.asOf };
}

export const loadedPages = (search: ProfilesSearch): Pages | undefined =>
  queryClient.getQueryData<Pages>(optionsOf(search).queryKey);

/**
 * The previous and next profile in the last list; undefined if it is not loaded.
 */
export function neighboursOf(username: string) {
  const search = lastList.get();
  const rows = rowsOf(loadedPages(search));
  const index = rows.findIndex((row) => row.username === username);
  const profile = rows[index];
  const isStillListed = (row: Profile) => isListed(row, search.state);
  return (
    profile && {
      profile,
      previous: rows.slice(0, index).findLast(isStillListed),
      next: rows.slice(index + 1).find(isStillListed),
    }
  );
}

/**
 * Loads a list again from its beginning. Its old first page stays visible until
 * then.
 */
export async function reloadList(search: ProfilesSearch): Promise<void> {
  const { queryKey } = optionsOf(search);
  queryClient.setQueryData<Pages>(
    queryKey,
    (list) =>
      list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await queryClient.refetchQueries({ queryKey, exact: true });
  clearMarks();
  forgetJudged();
}
