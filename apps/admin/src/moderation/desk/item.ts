import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';
import type { NotesSubject } from './notes.tsx';

/** Something to look at. */
export type DeskItem = inferOutput<
  typeof trpc.moderation.desk.list
>['data']['items'][number];

export type Lane = inferInput<typeof trpc.moderation.desk.next>['lane'];

/** What an item is about: the id of the card, else of the account. */
export const subjectOf = ({ profile, user }: DeskItem): string => profile?.id ?? user.id;

export const nameOf = ({ profile, user }: DeskItem): string =>
  profile?.username ?? user.email;

/** What a note on an item is about, and what that is called. */
export const noteAbout = (item: DeskItem): { what: string; subject: NotesSubject } => ({
  what: nameOf(item),
  subject: {
    userId: item.user.id,
    ...(item.profile && { profileId: item.profile.id }),
  },
});
