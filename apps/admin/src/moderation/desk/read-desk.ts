import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LaneCounts } from '../../frame/desk-counts.ts';
import { queryClient } from '../../query-client.ts';
import { api, trpc } from '../../trpc.ts';
import { answeredItems, bringBack, isDecided } from './decided.ts';
import { type DeskItem, type Lane, subjectOf } from './item.ts';

const countsKey = trpc.moderation.desk.counts.queryKey();

/** Shows counts that came with another answer. */
export const showCounts = (lanes: LaneCounts): void =>
  void queryClient.setQueryData(countsKey, { data: { lanes } });

const nextItems = 'the next items';

/** Milliseconds between two looks while only colleagues have items. */
const again = 15_000;

/**
 * Items that are reserved for this person for some minutes, beginning with the lane,
 * and those that colleagues have. Only `readDeskAgain` loads others.
 */
export const useNextItems = (lane: Lane | undefined, except: Lane[]) =>
  useQuery({
    queryKey: [nextItems, lane, except],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const asked = { onward: true, except, ...(lane && { lane }) };
      const answered = answeredItems();
      const { data } = await api.moderation.desk.next.mutate(asked);
      // Those decided before this question were opened again, such as by a colleague's undo.
      const opened = data.items.filter(({ id }) => answered.includes(id));
      bringBack(opened.map(subjectOf));
      showCounts(data.lanes);
      return data;
    },
    refetchInterval: ({ state: { data } }) =>
      data?.held.length && data.items.every(({ id }) => isDecided(id)) ? again : false,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });

/** The loaded items of a card or account. A card can be in several lanes. */
export const itemsOf = (subject: string): DeskItem[] =>
  queryClient
    .getQueriesData<{ items: DeskItem[] }>({ queryKey: [nextItems] })
    .flatMap(([, data]) => data?.items ?? [])
    .filter((item) => subjectOf(item) === subject);

/** Forgets a loaded item. Its place stays free, so that an undo gets it back. */
export const forgetItem = (gone: string): void =>
  void queryClient.setQueriesData<{ items: DeskItem[] }>(
    { queryKey: [nextItems] },
    (data) => data && { ...data, items: data.items.filter(({ id }) => id !== gone) },
  );

export const readDeskAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [nextItems] });
