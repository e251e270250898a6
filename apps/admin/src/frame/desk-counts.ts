import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { trpc } from '../trpc.ts';

export type LaneCounts = inferOutput<typeof trpc.moderation.desk.counts>['data']['lanes'];

const countsAgain = 15_000;

/** The number of items in each lane; undefined while loading. */
export const useDeskCounts = (refetchInterval = countsAgain): LaneCounts | undefined =>
  useQuery(
    trpc.moderation.desk.counts.queryOptions(undefined, {
      refetchInterval,
      staleTime: countsAgain,
    }),
  ).data?.data.lanes;
