import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

type List = inferOutput<typeof trpc.profiles.list>['data'];

/** A profile as the list gives it. */
export type Profile = List['profiles'][number];

/** How many profiles there are, in all and by state. */
export type Count = List['count'];
