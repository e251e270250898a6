import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

/** What needs a look now, and how things went lately. */
export type Overview = inferOutput<typeof trpc.moderation.overview>['data'];
