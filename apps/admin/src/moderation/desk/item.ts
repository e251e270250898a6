import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

/** Something to look at. */
export type DeskItem = inferOutput<
  typeof trpc.moderation.desk.list
>['data']['items'][number];

export type Lane = inferInput<typeof trpc.moderation.desk.next>['lane'];

export type LaneCounts = inferOutput<typeof trpc.moderation.desk.counts>['data']['lanes'];
