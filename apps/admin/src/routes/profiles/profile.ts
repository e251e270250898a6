import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

/** A profile as moderators see it. */
export type Profile = inferOutput<typeof trpc.profiles.search>['data']['profiles'][number];

/** A profile with what stands around it. */
export type Inspected = inferOutput<typeof trpc.profiles.inspect>['data'];

/** How many profiles there are, in all and by state. */
export type Tally = inferOutput<typeof trpc.profiles.tally>['data'];

/** What a list of profiles is narrowed to and ordered by. */
export type Query = Omit<inferInput<typeof trpc.profiles.search>, 'cursor' | 'limit'>;
