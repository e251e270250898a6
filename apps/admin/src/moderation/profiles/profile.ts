import type { inferOutput } from '@trpc/tanstack-react-query';
import { nameOrCount } from '../../components/count.ts';
import type { trpc } from '../../trpc.ts';

export type Found = inferOutput<typeof trpc.moderation.profiles.search>;

export type Profile = Found['data']['profiles'][number];

/** Whether a moderator changed it, and not its owner. */
export const isModerated = (before: Profile, now: Profile): boolean =>
  before.hidden !== now.hidden || before.isHeld !== now.isHeld;

/** "ann", or "97 profiles". */
export const nameOf = (profiles: readonly Profile[]): string =>
  nameOrCount(
    profiles.map(({ username }) => username),
    'profile',
  );
