import { useQuery } from '@tanstack/react-query';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { trpc } from '../trpc.ts';

export type LaneCounts = inferOutput<typeof trpc.moderation.desk.counts>['data']['lanes'];

/** Milliseconds. */
const countsAgain = 15_000;

/** How many items each lane of the desk has; undefined until the service has said. */
export const useDeskCounts = (): LaneCounts | undefined =>
  useQuery(
    trpc.moderation.desk.counts.queryOptions(undefined, {
      refetchInterval: countsAgain,
      staleTime: countsAgain,
    }),
  ).data?.data.lanes;
