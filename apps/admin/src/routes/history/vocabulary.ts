import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

type Page = inferOutput<typeof trpc.events.list>['data'];

/** One thing that a moderator or admin did. */
export type Event = Page['events'][number];

export type Action = Event['action'];

/** What was done, as a name for the kind of it. */
export const actionNames: Readonly<Record<Action, string>> = {
  'profile.hidden': 'Profile hidden',
  'profile.restored': 'Profile restored',
  'user.suspended': 'User suspended',
  'user.unsuspended': 'Suspension ended',
  'user.role_changed': 'Role changed',
  'session.revoked': 'Session revoked',
  'address.cleared': 'Address cleared',
};

/** Those that moderators may see. */
export const profileActions = ['profile.hidden', 'profile.restored'] as const;

export const actions = [
  ...profileActions,
  'user.suspended',
  'user.unsuspended',
  'user.role_changed',
  'session.revoked',
  'address.cleared',
] as const;

const participles: Readonly<Record<Action, string>> = {
  'profile.hidden': 'hidden',
  'profile.restored': 'restored',
  'user.suspended': 'suspended',
  'user.unsuspended': 'no longer suspended',
  'user.role_changed': 'given another role',
  'session.revoked': 'signed out of a session',
  'address.cleared': 'mailed again',
};

/** The profile or the person it was done to, by name. */
export const subjectName = ({ subject }: Event): string =>
  subject.kind === 'profile' ? subject.username : (subject.email ?? 'an erased account');

/** What was done, in short: "ann hidden". */
export const summaryOf = (event: Event): string =>
  `${subjectName(event)} ${participles[event.action]}`;
