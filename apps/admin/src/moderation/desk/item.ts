import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';
import { addressOf } from '../../address-of.ts';
import type { NotesSubject } from './notes.tsx';

export type DeskItem = inferOutput<
  typeof trpc.moderation.desk.list
>['data']['items'][number];

export type Inspected = inferOutput<typeof trpc.moderation.desk.inspect>['data'];

export type Lane = DeskItem['lane'];

/** The subject of an item: the id of the card, otherwise of the account. */
export const subjectOf = ({ profile, user }: DeskItem): string => profile?.id ?? user.id;

export const nameOf = ({ profile, user }: DeskItem): string =>
  profile?.username ?? addressOf(user);

export const noteAbout = (item: DeskItem): { what: string; subject: NotesSubject } => ({
  what: nameOf(item),
  subject: {
    userId: item.user.id,
    ...(item.profile && { profileId: item.profile.id }),
  },
});
