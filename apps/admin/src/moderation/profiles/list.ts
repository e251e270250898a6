import {
  keepPreviousData,
  useInfiniteQuery,
  type InfiniteData,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient } from '../../query-client.ts';
import { createPersonalStore, useStore } from '../../store.ts';
import { trpc } from '../../trpc.ts';
import { clearMarks } from './marks.ts';
import { forgetJudged, isListed, isToJudge, latest, progress } from './progress.ts';
import type { Found, Profile } from './profile.ts';
import { queryOf, type ProfilesSearch } from './search.ts';

export type Pages = InfiniteData<Found, string | null>;

/** The largest page that the service gives, as a fast scroll passes many rows. */
export const pageSize = 100;

/** The last list in this tab: the way back leads there. */
export const lastList = createPersonalStore<ProfilesSearch>({});

/** The list that an address asks for. */
const optionsOf = (search: ProfilesSearch) =>
  trpc.moderation.profiles.search.infiniteQueryOptions(
    { ...queryOf(search), limit: pageSize },
    {
      getNextPageParam: ({ data }) => data.nextCursor,
      initialCursor: null,
      placeholderData: keepPreviousData,
      // Rows never move by themselves: updates are announced, and what changed is put in its place (rows.ts).
      staleTime: Number.POSITIVE_INFINITY,
      // Comparing all that is loaded with each new page would take longer the further one scrolls.
      structuralSharing: false,
      trpc: { abortOnUnmount: true },
    },
  );

const rowsOf = (list: Pages | undefined): Profile[] =>
  list?.pages.flatMap(({ data }) => data.profiles.map(latest)) ?? [];

/** Reads the beginning of a list that is not loaded yet. */
export const prefetchList = (search: ProfilesSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(optionsOf(search));

/** The profiles that an address asks for, in the pages loaded so far. */
export function useProfileList(search: ProfilesSearch) {
  const list = useInfiniteQuery(optionsOf(search));
  const { state } = search;
  const now = useStore(progress, (all) => all);
  const rows = useMemo(
    () => rowsOf(list.data).filter((row) => isListed(row, state, now)),
    [list.data, state, now],
  );
  /** The first rows that are still to be judged; reads further pages where fewer are loaded. */
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

/** The pages of a list that are in the cache. */
export const loadedPages = (search: ProfilesSearch): Pages | undefined =>
  queryClient.getQueryData<Pages>(optionsOf(search).queryKey);

/** The profiles before and after one in the last list; undefined where it is not in what is loaded. */
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

/** Reads a list again from its beginning. Its old first page shows until then. */
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
