import type { RowState } from '../../components/state-list.tsx';
import type { inferOutput } from '@trpc/tanstack-react-query';
import { keysOf } from '../../keys-of.ts';
import type { trpc } from '../../trpc.ts';

export type Listed = inferOutput<
  typeof trpc.moderation.invitations.list
>['data']['invitations'][number];

export const states = {
  waiting: { word: 'Mail waits', tone: 'neutral' },
  mailed: { word: 'Mailed', tone: 'neutral' },
  refused: { word: 'Not delivered', tone: 'warn' },
  joined: { word: 'Joined', tone: 'good' },
  withdrawn: { word: 'Withdrawn', tone: 'neutral' },
} as const satisfies Record<Listed['state'], RowState>;

export const stateNames = keysOf(states);

type Told = inferOutput<
  typeof trpc.moderation.invitations.invite
>['data']['lines'][number];

export type LineState = Told['state'];

export type UsernameState = NonNullable<Told['username']>;

export const usernameStates = {
  free: 'username is free',
  taken: 'username is taken',
  reserved: 'username is reserved',
  invalid: 'not a username',
} as const satisfies Record<UsernameState, string>;

/** In the order of display: what needs a hand first. */
export const lineStates = {
  invalid: 'Not an address',
  accepted: 'To invite',
  repeated: 'Twice in the list',
  invited: 'Invited already',
  member: 'Members already',
  suspended: 'Suspended',
  suppressed: 'No mail reaches them',
  refused: 'Want no invitation',
} as const satisfies Record<LineState, string>;
