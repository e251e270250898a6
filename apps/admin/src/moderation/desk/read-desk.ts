import { useQuery } from '@tanstack/react-query';
import type { LaneCounts } from '../../frame/desk-counts.ts';
import { namecard } from '../../namecard.ts';
import { queryClient } from '../../query-client.ts';
import { trpc } from '../../trpc.ts';
import type { Lane } from './item.ts';

const countsKey = trpc.moderation.desk.counts.queryKey();

/** Shows counts that came with another answer. */
export const showCounts = (lanes: LaneCounts): void =>
  void queryClient.setQueryData(countsKey, { data: { lanes } });

const nextItems = 'the next items';

/**
 * Items of the lane that are reserved for this person for some minutes. Only
 * `readDeskAgain` loads others.
 */
export const useNextItems = (lane: Lane | undefined) =>
  useQuery({
    queryKey: [nextItems, lane],
    queryFn: async () => {
      if (lane === undefined) throw new Error('There is no lane');
      const { data } = await namecard.api.moderation.desk.next.mutate({ lane });
      showCounts(data.lanes);
      return data.items;
    },
    enabled: lane !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });

export const readDeskAgain = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [nextItems] });
