import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { useMemo } from 'react';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { Profile } from './profile.ts';
import { clearMarks } from './row-marks.ts';
import { queryOf, type ProfilesSearch } from './search.ts';

/** Profiles that one call gives: the most it can, as a fast scroll passes many. */
export const pageSize = 100;

type Pages = InfiniteData<inferOutput<typeof trpc.profiles.search>, string | null>;

/** The list that an address asks for. */
const optionsOf = (search: ProfilesSearch) =>
  trpc.profiles.search.infiniteQueryOptions(
    { ...queryOf(search), limit: pageSize },
    {
      getNextPageParam: ({ data }) => data.nextCursor,
      initialCursor: null,
      placeholderData: keepPreviousData,
      // Rows never move by themselves: news are announced, and what changed is put in its place (row-cache.ts).
      staleTime: Number.POSITIVE_INFINITY,
      // Comparing all that is loaded with each new page would take longer the further one scrolls.
      structuralSharing: false,
      trpc: { abortOnUnmount: true },
    },
  );

const rowsOf = (list: Pages | undefined): Profile[] =>
  list?.pages.flatMap(({ data }) => data.profiles) ?? [];

/** Reads the beginning of a list that is not loaded yet. */
export const prefetchList = (search: ProfilesSearch): Promise<void> =>
  queryClient.prefetchInfiniteQuery(optionsOf(search));

/** The profiles that an address asks for, as far as they were scrolled to. */
export function useProfileList(search: ProfilesSearch) {
  const list = useInfiniteQuery(optionsOf(search));
  const rows = useMemo(() => rowsOf(list.data), [list.data]);
  return { list, rows, asOf: list.data?.pages[0]?.data.asOf };
}

/** What of a list is loaded, wherever it was loaded. */
export const loadedPages = (search: ProfilesSearch): Pages | undefined =>
  queryClient.getQueryData<Pages>(optionsOf(search).queryKey);

/** Its profiles, in their order. */
export const loadedRows = (search: ProfilesSearch): Profile[] => rowsOf(loadedPages(search));

/** Reads a list from its beginning again. What shows until then is its first page as it was. */
export async function reloadList(search: ProfilesSearch): Promise<void> {
  const { queryKey } = optionsOf(search);
  queryClient.setQueryData<Pages>(
    queryKey,
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  );
  await queryClient.refetchQueries({ queryKey, exact: true });
  clearMarks();
}
