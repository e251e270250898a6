import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

type Page = inferOutput<typeof trpc.events.list>['data'];

/** One thing that a moderator or admin did. */
export type Event = Page['events'][number];

export type Action = Event['action'];

export type Reason = NonNullable<Event['reason']>;

/** What was done, as a heading. */
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

export const reasonNames: Readonly<Record<Reason, string>> = {
  spam: 'Spam',
  impersonation: 'Impersonation',
  harassment: 'Harassment',
  illegal_content: 'Illegal content',
  personal_data: 'Personal data',
  other: 'Other',
};

export const reasons = [
  'spam',
  'impersonation',
  'harassment',
  'illegal_content',
  'personal_data',
  'other',
] as const;
