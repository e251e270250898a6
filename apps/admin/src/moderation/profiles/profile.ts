import type { inferOutput } from '@trpc/tanstack-react-query';
import { nameOrCount } from '../../components/count.ts';
import type { trpc } from '../../trpc.ts';

export type Found = inferOutput<typeof trpc.moderation.profiles.search>;

export type Profile = Found['data']['profiles'][number];

/** "ann", or "97 profiles". */
export const nameOf = (profiles: readonly Profile[]): string =>
  nameOrCount(
    profiles.map(({ username }) => username),
    'profile',
  );
