import type { RowState } from '../../components/state-list.tsx';
import type { inferInput, inferOutput } from '@trpc/tanstack-react-query';
import { keysOf } from '../../keys-of.ts';
import type { trpc } from '../../trpc.ts';

export type ServiceKey = inferOutput<
  typeof trpc.moderation.keys.list
>['data']['keys'][number];

export type Scope = inferInput<typeof trpc.moderation.keys.create>['scopes'][number];

export const scopes = {
  'profiles:read': 'Read profiles',
  'users:read': 'Read users, without addresses',
  'users:write': 'Suspend users and sign them out',
  'users:invite': 'Invite people',
  'users:list': 'Take the list of users out, with addresses',
  moderation: 'Hide and restore profiles',
  'changes:read': 'Read what has changed',
} as const satisfies Record<Scope, string>;

export const scopeNames = keysOf(scopes);

export const states = {
  serving: { word: 'In use', tone: 'good' },
  refused: { word: 'Creator is not an admin', tone: 'warn' },
  expired: { word: 'Expired', tone: 'neutral' },
  ended: { word: 'Ended', tone: 'neutral' },
} as const satisfies Record<ServiceKey['state'], RowState>;

export const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const;
