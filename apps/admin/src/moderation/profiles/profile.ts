import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

export type Found = inferOutput<typeof trpc.moderation.profiles.search>;

/** A profile as moderators see it. */
export type Profile = Found['data']['profiles'][number];
